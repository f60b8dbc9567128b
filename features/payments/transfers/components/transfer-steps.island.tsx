"use client";

import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.island.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { TextareaField } from "#components/ui/text-field.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { PaymentResult } from "#features/payments/components/payment-result.island.tsx";
import { useWatchedPayment } from "#features/payments/payments.client.ts";
import type { PaymentView, PlannedPurchase } from "#features/payments/payments.contract.ts";
import { sendReceipt } from "#features/payments/transfers/transfers.client.ts";
import type { Transfer } from "#features/payments/transfers/transfers.reads.ts";
import { transferLimits } from "#features/payments/transfers/transfers.rules.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

type TransferStepsProps = {
  initial: PaymentView;
  transfer: Transfer;
  purchase: PlannedPurchase | null;
  supportEmail: string;
  details: string | null;
};

/** What to do for a transfer through the support, until nothing more is expected of it; then what became of it. */
export function TransferSteps({ initial, transfer, purchase, supportEmail, details }: TransferStepsProps) {
  const t = useTranslations("payments.transfer");
  const { payment } = useWatchedPayment(initial);
  if (payment.state !== "pending" && payment.state !== "created") {
    return <PaymentResult initial={payment} purchase={purchase} supportEmail={supportEmail} ownPage={null} />;
  }
  const { reference } = transfer;
  const subject = encodeURIComponent(t("mailSubject", { reference }));
  const amount = displayRoubles(payment.amountKopecks);
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-2">
        <Fact
          label={t("amount")}
          hint={t("amountHint")}
          text={amount}
          copy={payment.charge.amount}
          copyLabel={t("copyAmount")}
        />
        <Fact
          label={t("reference")}
          hint={t("referenceHint")}
          text={reference}
          copy={reference}
          copyLabel={t("copyReference")}
        />
      </div>
      <ol className="grid gap-6">
        {details === null ? (
          <Step number={1} title={t("ask")}>
            <p className="wrap-anywhere text-muted text-sm">{t("askLead", { email: supportEmail })}</p>
            <a
              href={`mailto:${supportEmail}?subject=${subject}`}
              className={buttonClasses("accent", "md", "w-fit")}
            >
              {t("askAction")}
            </a>
          </Step>
        ) : null}
        <Step number={details === null ? 2 : 1} title={t("send")}>
          {details === null ? null : (
            <div className="grid gap-1">
              <p className="text-muted text-sm">{t("sendTo")}</p>
              <p className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken p-3 text-sm">{details}</p>
            </div>
          )}
          <p className="text-muted text-sm">{t("sendLead", { reference })}</p>
        </Step>
        <Step number={details === null ? 3 : 2} title={t("tell")}>
          <ReceiptForm paymentId={payment.id} initial={transfer.receipt} />
        </Step>
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t pt-4">
        <Until at={payment.expiresAt} />
        <LocaleLink href="/profile/pay" className={buttonClasses("quiet")}>
          {t("back")}
        </LocaleLink>
      </div>
    </div>
  );
}

/** The visitor's time zone is known in the browser alone. */
function Until({ at }: { at: string }) {
  const t = useTranslations("payments.transfer");
  const locale = localeFromTag(useLocale());
  const [moment, setMoment] = useState<string | null>(null);
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    setMoment(formatMoment(locale, new Date(at), zone));
  }, [at, locale]);
  return <p className="text-muted text-sm">{moment === null ? "\u00a0" : t("until", { moment })}</p>;
}

type FactProps = { label: string; hint: string; text: string; copy: string; copyLabel: string };

function Fact({ label, hint, text, copy, copyLabel }: FactProps) {
  const tUi = useTranslations("ui");
  return (
    <div className="grid content-start gap-1 rounded-lg border border-line p-4">
      <p className="text-muted text-sm">{label}</p>
      <p className="flex items-center justify-between gap-2">
        <span className="tabular font-bold text-xl">{text}</span>
        <CopyButton
          text={copy}
          label={copyLabel}
          copiedLabel={tUi("copied")}
          failedLabel={tUi("copyFailed")}
        />
      </p>
      <p className="text-muted text-sm">{hint}</p>
    </div>
  );
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 gap-y-2">
      <span
        aria-hidden="true"
        className="tabular grid size-8 place-items-center rounded-full bg-sunken font-semibold text-sm"
      >
        {number}
      </span>
      <div className="grid gap-3">
        <h2 className="pt-1 font-semibold">{title}</h2>
        {children}
      </div>
    </li>
  );
}

function ReceiptForm({ paymentId, initial }: { paymentId: number; initial: string }) {
  const t = useTranslations("payments.transfer");
  const [text, setText] = useState(initial);
  const [told, setTold] = useState(initial);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const send = async () => {
    setSending(true);
    setProblem(null);
    try {
      const kept = await sendReceipt(paymentId, text);
      setTold(kept);
      // Somebody may have written on meanwhile.
      setText((now) => (now === text ? kept : now));
    } catch (error) {
      setProblem(toApiProblem(error));
    } finally {
      setSending(false);
    }
  };
  const isTold = told !== "" && told === text.trim();
  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="grid gap-3"
    >
      <TextareaField
        id="receipt"
        label={t("receipt")}
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={transferLimits.receiptCharacters}
        className="min-h-16"
      />
      <FormProblem problem={problem} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" busy={isSending} disabled={isTold || text.trim() === told}>
          {t("tellAction")}
        </Button>
        <p role="status" className="text-good text-sm">
          {isTold ? t("told") : ""}
        </p>
      </div>
    </form>
  );
}
