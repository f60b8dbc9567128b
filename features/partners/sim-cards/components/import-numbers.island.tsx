"use client";

import { FileUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field } from "#components/ui/field.tsx";
import { FileInput } from "#components/ui/file-input.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextareaField } from "#components/ui/text-field.tsx";
import { useCabinetAction } from "#features/partners/cabinet/cabinet.client.ts";
import type { ImportReport } from "#features/partners/sim-cards/sim-cards.contract.ts";
import type { CountryChoice } from "#features/partners/sim-cards/sim-cards.rules.ts";
import { importLimits } from "#features/supply/inventory/number-import.rules.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** A CSV or text file of numbers, looked at before it is sent, and what became of each line. */
export function ImportNumbers({ countries }: { countries: readonly CountryChoice[] }) {
  const t = useTranslations("partners.simCards.import");
  const ui = useTranslations("ui");
  const id = useId();
  const [text, setText] = useState("");
  const [country, setCountry] = useState("");
  const action = useCabinetAction<ImportReport>();
  const problem = action.error ? toApiProblem(action.error) : null;
  const isTooLong = text.length > importLimits.characters;
  const take = async (file: File | undefined) => {
    if (!file) return;
    action.reset();
    // What is longer is refused below; its end need not be read.
    setText(await file.slice(0, importLimits.characters * 4).text());
  };
  return (
    <Card>
      <details className="group">
        <summary className="touch flex cursor-pointer items-center gap-2 p-4 font-semibold">
          <FileUp aria-hidden="true" className="size-4 text-muted" />
          {t("title")}
        </summary>
        <div className="grid gap-4 px-4 pb-4">
          <p className="text-muted text-sm">{t("format", { max: formatNumber(importLimits.lines) })}</p>
          <div className="grid gap-3 sm:grid-cols-2">
            <Field id={`${id}-file`} label={t("file")}>
              <FileInput
                id={`${id}-file`}
                accept=".csv,.txt,text/csv,text/plain"
                onChange={(event) => void take(event.target.files?.[0])}
              />
            </Field>
            <Field id={`${id}-country`} label={t("country")} hint={t("countryHint")}>
              <Select
                id={`${id}-country`}
                value={country}
                onChange={(event) => setCountry(event.target.value)}
              >
                <option value="">{t("countryInFile")}</option>
                {countries.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <TextareaField
            id={`${id}-text`}
            label={t("text")}
            error={isTooLong ? t("tooLong") : null}
            rows={6}
            spellCheck={false}
            className="font-mono text-sm"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          {problem ? (
            <p role="alert" className="text-bad text-sm">
              {problem.message || ui("error")}
            </p>
          ) : null}
          <Button
            className="w-fit"
            busy={action.isPending}
            disabled={text.trim() === "" || isTooLong}
            onClick={() =>
              action.mutate({ path: "cabinet/numbers/import", body: { text, ...(country && { country }) } })
            }
          >
            {t("send")}
          </Button>
          {action.data ? <Report report={action.data} /> : null}
        </div>
      </details>
    </Card>
  );
}

function Report({ report }: { report: ImportReport }) {
  const t = useTranslations("partners.simCards.import");
  const { takenCount: count, linesCount, refused, putOnSaleCount } = report;
  return (
    <div className="grid gap-3">
      <Notice tone={refused.length === 0 ? "good" : "warn"} live>
        <p>{t("taken", { count, shown: formatNumber(count), lines: formatNumber(linesCount) })}</p>
        <p>{t("putOnSale", { count: putOnSaleCount, shown: formatNumber(putOnSaleCount) })}</p>
      </Notice>
      {refused.length === 0 ? null : (
        <div>
          <h3 className="font-semibold text-sm">{t("refused")}</h3>
          <ul className="mt-2 max-h-80 divide-y divide-line overflow-y-auto text-sm">
            {refused.map(({ line, text, problem, word }) => (
              <li key={line} className="grid gap-x-3 py-2 sm:grid-cols-[6rem_minmax(0,1fr)_minmax(0,1fr)]">
                <span className="text-muted">{t("line", { line: String(line) })}</span>
                <code className="wrap-anywhere">{text}</code>
                <span className="wrap-anywhere">{t(`problems.${problem}`, { word: word ?? "" })}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
