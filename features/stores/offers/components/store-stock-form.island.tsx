"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input, Textarea } from "#components/ui/input.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { AccountOfferView, StockReportView } from "#features/ready-accounts/stock/stock.contract.ts";
import { stockLimits } from "#features/ready-accounts/stock/stock.rules.ts";
import { RefusedStoreLines } from "#features/stores/offers/components/store-stock-report.tsx";
import { useStoreStep } from "#features/stores/store-step.client.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type StoreStockFormProps = {
  offer: AccountOfferView;
  onAdded: (report: StockReportView) => void;
  onClose: () => void;
};

/** Brings accounts into an offer's stock, from a list that is pasted or read from a file. */
export function StoreStockForm({ offer, onAdded, onClose }: StoreStockFormProps) {
  const t = useTranslations("stores.offers");
  const ui = useTranslations("ui");
  const id = useId();
  const step = useStoreStep<StockReportView>();
  const [form, setForm] = useState({ text: "", expires: "", skipsRefused: false });
  const [isTried, setTried] = useState(false);
  const change = (part: Partial<typeof form>) => setForm((old) => ({ ...old, ...part }));
  const hint = t("textHint", { template: offer.template });
  // Never cut off: what is missing would look like sold.
  const isTooLong = form.text.length > stockLimits.text;
  const isMissing = isTried && form.text.trim() === "";
  const error = isTooLong
    ? t("tooLong", { shown: formatNumber(stockLimits.text) })
    : isMissing
      ? ui("required")
      : undefined;
  const send = async () => {
    setTried(true);
    if (form.text.trim() === "" || isTooLong) return;
    const body = {
      ...{ text: form.text, skipsRefused: form.skipsRefused },
      expiresAt: form.expires === "" ? null : `${form.expires}T00:00:00.000Z`,
    };
    await step
      .mutateAsync({ path: `store/offers/${offer.id}/stock`, body })
      .then((report) => {
        onAdded(report);
        onClose();
      })
      .catch(() => null);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${t("addStock")}: ${offer.name}`}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button tone="accent" busy={step.isPending} onClick={() => void send()}>
            {t("addStock")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <Field id={id} label={t("text")} hint={hint} error={error}>
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
        <Field id={`${id}-file`} label={t("file")}>
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
        <Field id={`${id}-expires`} label={t("expires")}>
          <Input
            id={`${id}-expires`}
            type="date"
            value={form.expires}
            onChange={(event) => change({ expires: event.target.value })}
          />
        </Field>
        <Checkbox
          checked={form.skipsRefused}
          onChange={(event) => change({ skipsRefused: event.target.checked })}
        >
          {t("skips")}
        </Checkbox>
        {step.error ? <Refusal problem={toApiProblem(step.error)} /> : null}
      </div>
    </Dialog>
  );
}

/** Why a list changed nothing, line by line where that is why. */
function Refusal({ problem }: { problem: ApiProblem }) {
  const ui = useTranslations("ui");
  const { lines, count } = (problem.details ?? {}) as {
    lines?: StockReportView["refused"];
    count?: number;
  };
  return (
    <Notice tone="bad" live title={problem.message || ui("error")}>
      {lines ? <RefusedStoreLines lines={lines} count={count ?? lines.length} /> : null}
    </Notice>
  );
}
