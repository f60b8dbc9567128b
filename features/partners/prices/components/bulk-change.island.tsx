"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { type ShownPrices, useBulkChange, useBulkPreview } from "#features/partners/prices/prices.client.ts";
import type { BulkView } from "#features/partners/prices/prices.contract.ts";
import { priceRules } from "#features/partners/prices/prices.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Changes all prices that the list shows by so many percent; first it says what that does. */
export function BulkChange({ shown }: { shown: ShownPrices }) {
  const t = useTranslations("partners.prices");
  const ui = useTranslations("ui");
  const id = useId();
  const [typed, setTyped] = useState("");
  const percent = readPercent(typed);
  const asked = useDebounced(percent, 400);
  const preview = useBulkPreview(shown, asked);
  const change = useBulkChange(shown);
  const isWrong = typed.trim() !== "" && typed.trim() !== "-" && percent === null;
  const hint = t("bulkHint", { min: priceRules.percentMin, max: priceRules.percentMax });
  const isCurrent = percent !== null && asked === percent;
  const view = isCurrent ? preview.data : undefined;
  const keep = () => {
    if (percent === null || !view || view.count === 0) return;
    change.mutate(percent, {
      onSuccess: ({ changed }) => {
        setTyped("");
        showToast({ type: "success", text: t("bulkDone", { count: changed, shown: formatNumber(changed) }) });
      },
    });
  };
  return (
    <form
      className="grid gap-3 text-sm"
      onSubmit={(event) => {
        event.preventDefault();
        keep();
      }}
    >
      <div className="max-w-60">
        <TextField
          id={id}
          label={t("bulk")}
          hint={hint}
          error={isWrong ? hint : undefined}
          inputMode="text"
          autoComplete="off"
          className="tabular"
          maxLength={4}
          value={typed}
          onChange={(event) => setTyped(event.target.value.replace(/[^\d+-]/g, ""))}
        />
      </div>
      <div aria-live="polite" className="grid gap-1">
        {isCurrent && preview.error ? <QueryFailure query={preview} /> : null}
        {isCurrent && preview.isFetching && !view ? <p className="text-muted">{t("bulkCounting")}</p> : null}
        {view ? <Preview view={view} /> : null}
        {change.error ? (
          <p role="alert" className="text-bad">
            {toApiProblem(change.error).message || ui("error")}
          </p>
        ) : null}
      </div>
      {view && view.count > 0 ? (
        <Button type="submit" className="w-fit" busy={change.isPending}>
          {t("bulkSave", { count: view.count, shown: formatNumber(view.count) })}
        </Button>
      ) : null}
    </form>
  );
}

function readPercent(text: string): number | null {
  if (!/^[+-]?\d{1,3}$/.test(text.trim())) return null;
  const percent = Number(text);
  return percent === 0 || percent < priceRules.percentMin || percent > priceRules.percentMax ? null : percent;
}

function Preview({ view: { count, atLimit, tooOften, effect } }: { view: BulkView }) {
  const money = useMoneyText();
  const t = useTranslations("partners.prices");
  return (
    <>
      <p>{t("bulkCount", { count, shown: formatNumber(count) })}</p>
      {atLimit > 0 ? (
        <p className="text-muted">{t("bulkAtLimit", { count: atLimit, shown: formatNumber(atLimit) })}</p>
      ) : null}
      {tooOften > 0 ? (
        <p className="text-muted">{t("bulkTooOften", { count: tooOften, shown: formatNumber(tooOften) })}</p>
      ) : null}
      <p className={effect.known === 0 ? "text-muted" : undefined}>
        {effect.known === 0
          ? t("bulkEffectNone")
          : t("bulkEffect", {
              known: formatNumber(effect.known),
              low: money.both(effect.lowKopecks),
              high: money.both(effect.highKopecks),
              earned: money.both(effect.nowKopecks),
            })}
      </p>
    </>
  );
}
