"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/input.tsx";
import { TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { RefusedLines } from "#features/back-office/ready-accounts/components/stock-report.tsx";
import type { AccountOfferView, StockReportView } from "#features/ready-accounts/stock/stock.contract.ts";
import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type AddAccountStockProps = {
  offer: AccountOfferView;
  onAdded: (report: StockReportView) => void;
  onClose: () => void;
};

/** Brings accounts into an offer's stock, from a list that is pasted or read from a file. */
export function AddAccountStock({ offer, onAdded, onClose }: AddAccountStockProps) {
  const t = useTranslations("backOffice");
  const id = useId();
  const [form, setForm] = useState({ text: "", expires: "", skipsRefused: false });
  const change = (part: Partial<typeof form>) => setForm((old) => ({ ...old, ...part }));
  const hint = t("accountOffers.textHint", { template: offer.template });
  // Never cut off: what is missing would look like sold.
  const isTooLong = form.text.length > stockLimits.text;
  const error = isTooLong ? t("accountOffers.tooLong", { shown: formatNumber(stockLimits.text) }) : undefined;
  return (
    <ConfirmAction
      title={`${t("accountOffers.addStock")}: ${offer.name}`}
      facts={[]}
      submit={t("accountOffers.addStock")}
      reason={{ label: t("reason") }}
      call={(reason) =>
        form.text.trim() === "" || isTooLong
          ? null
          : {
              path: `desk/ready-accounts/offers/${offer.id}/stock`,
              isKeyed: true,
              body: {
                text: form.text,
                expiresAt: form.expires === "" ? null : `${form.expires}T00:00:00.000Z`,
                skipsRefused: form.skipsRefused,
                reason,
              },
            }
      }
      onDone={onAdded as (answer: never) => void}
      explain={(problem) => <Explained problem={problem} />}
      onClose={onClose}
    >
      <Field id={id} label={t("accountOffers.text")} hint={hint} error={error}>
        <Textarea
          {...describedBy(id, { hint, error })}
          value={form.text}
          rows={8}
          spellCheck={false}
          autoComplete="off"
          className="font-mono"
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
      <Field id={`${id}-file`} label={t("accountOffers.file")}>
        <input
          id={`${id}-file`}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="touch text-sm"
          onChange={async (event) => {
            const file = event.target.files?.[0];
            if (file) change({ text: await file.text() });
          }}
        />
      </Field>
      <TextFilter
        label={t("accountOffers.expires")}
        type="date"
        value={form.expires}
        onChange={(expires) => change({ expires })}
      />
      <Checkbox
        checked={form.skipsRefused}
        onChange={(event) => change({ skipsRefused: event.target.checked })}
      >
        {t("accountOffers.skips")}
      </Checkbox>
    </ConfirmAction>
  );
}

/** The lines of a list that changed nothing. */
function Explained({ problem }: { problem: ApiProblem }) {
  const { lines, count } = (problem.details ?? {}) as {
    lines?: StockReportView["refused"];
    count?: number;
  };
  return lines ? <RefusedLines lines={lines} count={count ?? lines.length} /> : null;
}
