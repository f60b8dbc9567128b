"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { ProgressRing } from "#components/ui/progress-ring.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { ClaimForm } from "#features/payments/claims/components/claim-form.island.tsx";
import { ClaimList } from "#features/payments/claims/components/claim-list.tsx";
import { longLink, useBackWords } from "#features/payments/components/back-words.tsx";
import { InvoiceFacts } from "#features/payments/invoice/components/invoice-facts.tsx";
import { InvoiceOutcome, lookOf } from "#features/payments/invoice/components/invoice-outcome.tsx";
import { useSecondsLeft, useWatchedInvoice } from "#features/payments/invoice/invoice.client.ts";
import type { InvoiceView } from "#features/payments/invoice/invoice.contract.ts";
import type { QrPath } from "#features/payments/invoice/invoice.loaders.ts";
import type { PlannedPurchase } from "#features/payments/payments.contract.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { formatClock } from "#lib/i18n/formats.ts";

type InvoiceScreenProps = { initial: InvoiceView; qr: QrPath; purchase: PlannedPurchase | null };

/** A Tether invoice from its first second to the answer to a claim; changes by itself. */
export function InvoiceScreen({ initial, qr, purchase }: InvoiceScreenProps) {
  const t = useTranslations("payments.invoice");
  const money = useMoneyText();
  const { invoice, isFailed, refresh } = useWatchedInvoice(initial);
  const look = lookOf(invoice);
  const isPayable = look === "waiting" || look === "seen";
  return (
    <div className="grid gap-6">
      {isPayable ? (
        <>
          <p className="text-muted">{t("lead", { amount: money.both(invoice.payment.amountKopecks) })}</p>
          <InvoiceFacts invoice={invoice} qr={qr} />
          <Waiting invoice={invoice} isSeen={look === "seen"} isFailed={isFailed} />
        </>
      ) : (
        <InvoiceOutcome invoice={invoice} look={look} />
      )}
      {look === "credited" ? (
        <Onwards purchase={purchase} />
      ) : (
        <Claims invoice={invoice} isMain={!isPayable} onChange={refresh} />
      )}
    </div>
  );
}

type WaitingProps = { invoice: InvoiceView; isSeen: boolean; isFailed: boolean };

function Waiting({ invoice, isSeen, isFailed }: WaitingProps) {
  const t = useTranslations("payments.invoice");
  const secondsLeft = useSecondsLeft(invoice);
  const created = Date.parse(invoice.payment.createdAt);
  const whole = Math.max(1, (Date.parse(invoice.expiresAt) - created) / 1000);
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 rounded-lg border border-line p-4 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
        {isSeen ? (
          <Spinner className="size-10 text-good" />
        ) : (
          <ProgressRing
            share={secondsLeft / whole}
            className={secondsLeft < 300 ? "text-bad" : "text-accent"}
          />
        )}
        <div className="grid gap-0.5">
          <p role="status" className="font-semibold">
            {t(isSeen ? "seen" : "waiting")}
          </p>
          <p className="text-muted text-sm">{t(isSeen ? "seenLead" : "waitingLead")}</p>
        </div>
        {isSeen ? null : (
          <p role="timer" className="tabular whitespace-nowrap text-sm max-sm:col-start-2">
            {secondsLeft > 0 ? t("left", { time: formatClock(secondsLeft) }) : t("over")}
          </p>
        )}
      </div>
      {/* Keeps its place, so that nothing jumps when it comes. */}
      <p role="status" className="min-h-5 text-sm text-warn">
        {isFailed ? t("unreachable") : ""}
      </p>
    </div>
  );
}

function Onwards({ purchase }: { purchase: PlannedPurchase | null }) {
  const t = useTranslations("payments.invoice");
  const backWords = useBackWords();
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <LocaleLink href={purchase?.path ?? "/profile"} className={buttonClasses("accent", "lg", longLink)}>
        {purchase ? backWords(purchase) : t("toNumbers")}
      </LocaleLink>
      <LocaleLink href="/profile/pay" className={buttonClasses("quiet", "lg")}>
        {t("again")}
      </LocaleLink>
    </div>
  );
}

type ClaimsProps = {
  invoice: InvoiceView;
  /** The claim is what there is to do now. */
  isMain: boolean;
  onChange: () => void;
};

function Claims({ invoice, isMain, onChange }: ClaimsProps) {
  const t = useTranslations("payments.invoice");
  const tClaims = useTranslations("payments.claims");
  const [isOpen, setOpen] = useState(false);
  const place = useFocusBack<HTMLDivElement>(isOpen);
  const { payment, claims, claimFeeUsd } = invoice;
  const isUrgent = isMain && !claims.some(({ state }) => state === "open");
  return (
    <div className="grid gap-4">
      {claims.length > 0 ? <ClaimList paymentId={payment.id} claims={claims} onChange={onChange} /> : null}
      <div ref={place}>
        {isOpen ? (
          <ClaimForm
            paymentId={payment.id}
            feeUsd={claimFeeUsd}
            onSent={() => {
              setOpen(false);
              onChange();
            }}
            onCancel={() => setOpen(false)}
          />
        ) : (
          <div className="flex flex-wrap items-center justify-center gap-x-2 gap-y-2">
            {isMain ? null : <p className="text-center text-muted text-sm">{t("claimQuestion")}</p>}
            <Button
              data-focus-back
              tone={isUrgent ? "accent" : "quiet"}
              size={isUrgent ? "lg" : "md"}
              onClick={() => setOpen(true)}
            >
              {tClaims("open")}
            </Button>
            {isMain ? (
              <LocaleLink href="/profile/pay" className={buttonClasses("quiet", isUrgent ? "lg" : "md")}>
                {t("again")}
              </LocaleLink>
            ) : null}
          </div>
        )}
      </div>
    </div>
  );
}
