"use client";

import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Select } from "#components/ui/select.tsx";
import { CopyLine } from "#features/identity/components/copy-line.tsx";
import { useCabinetAction } from "#features/partners/cabinet/cabinet.client.ts";
import type { CabinetKey } from "#features/partners/cabinet/cabinet.contract.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

const Dialog = dynamic(() => import("#components/ui/dialog.island.tsx").then((module) => module.Dialog), {
  ssr: false,
});

const overlaps = [0, 1, 24, 168] as const;

/** The key of the partner's program: made here, shown once, replaced with a time in which both are taken. */
export function ProgramKey({ oldKeyUntil, isEnded }: { oldKeyUntil: string | null; isEnded: boolean }) {
  const t = useTranslations("partners.cabinet.key");
  const locale = localeFromTag(useLocale());
  const [isAsking, setAsking] = useState(false);
  const [made, setMade] = useState<CabinetKey | null>(null);
  return (
    <section aria-labelledby="program-key">
      <Card className="grid gap-3 p-4">
        <h2 id="program-key" className="font-semibold text-lg">
          {t("title")}
        </h2>
        <p className="text-muted text-sm">{t("text")}</p>
        {oldKeyUntil ? (
          <p className="text-sm">
            {t("oldUntil", { at: formatMoment(locale, new Date(oldKeyUntil), "UTC") })}
          </p>
        ) : null}
        {made ? <MadeKey made={made} onKept={() => setMade(null)} /> : null}
        <Button className="w-fit" disabled={isEnded} onClick={() => setAsking(true)}>
          {t("make")}
        </Button>
      </Card>
      {isAsking ? (
        <AskKey
          onMade={(key) => {
            setMade(key);
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </section>
  );
}

function MadeKey({ made, onKept }: { made: CabinetKey; onKept: () => void }) {
  const t = useTranslations("partners.cabinet.key");
  if (made.key === null) {
    return (
      <Notice tone="warn" live>
        {t("repeated")}
      </Notice>
    );
  }
  return (
    <Notice tone="warn" live title={t("shownTitle")}>
      <p>{t("shownText")}</p>
      <div className="mt-2 grid gap-3">
        <CopyLine label={t("key")} text={made.key} copyLabel={t("copy")} />
        <Button tone="quiet" className="w-fit" onClick={onKept}>
          {t("kept")}
        </Button>
      </div>
    </Notice>
  );
}

function AskKey({ onMade, onClose }: { onMade: (key: CabinetKey) => void; onClose: () => void }) {
  const t = useTranslations("partners.cabinet.key");
  const ui = useTranslations("ui");
  const id = useId();
  const [overlapHours, setOverlapHours] = useState<number>(24);
  const action = useCabinetAction<CabinetKey>();
  const problem = action.error ? toApiProblem(action.error) : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t("make")}
      description={t("ask")}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button
            tone="accent"
            busy={action.isPending}
            onClick={() =>
              action.mutate({ path: "cabinet/key", body: { overlapHours } }, { onSuccess: onMade })
            }
          >
            {t("make")}
          </Button>
        </>
      }
    >
      <Field id={id} label={t("overlap")} hint={t("overlapHint")}>
        <Select
          id={id}
          value={overlapHours}
          onChange={(event) => setOverlapHours(Number(event.target.value))}
        >
          {overlaps.map((hours) => (
            <option key={hours} value={hours}>
              {t("hours", { count: hours, shown: String(hours) })}
            </option>
          ))}
        </Select>
      </Field>
      {problem ? (
        <p role="alert" className="mt-3 text-bad text-sm">
          {problem.message || ui("error")}
        </p>
      ) : null}
    </Dialog>
  );
}
