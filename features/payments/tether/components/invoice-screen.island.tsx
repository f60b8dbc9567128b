"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { ProgressRing } from "#components/ui/progress-ring.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { ClaimForm } from "#features/payments/claims/components/claim-form.island.tsx";
import { ClaimList } from "#features/payments/claims/components/claim-list.tsx";
import type { Purchase } from "#features/payments/contract.ts";
import { useSecondsLeft, useWatchedInvoice } from "#features/payments/tether/client.ts";
import { InvoiceFacts } from "#features/payments/tether/components/invoice-facts.tsx";
import { InvoiceOutcome, lookOf } from "#features/payments/tether/components/invoice-outcome.tsx";
import type { InvoiceView } from "#features/payments/tether/contract.ts";
import type { QrPath } from "#features/payments/tether/loaders.ts";
import { formatClock } from "#lib/i18n/formats.ts";

type InvoiceScreenProps = { initial: InvoiceView; qr: QrPath; purchase: Purchase | null };

/** A Tether invoice from its first second to the answer to a claim; changes by itself. */
export function InvoiceScreen({ initial, qr, purchase }: InvoiceScreenProps) {
  const t = useTranslations("payments.invoice");
  const { invoice, isFailed, refresh } = useWatchedInvoice(initial);
  const look = lookOf(invoice);
  const isPayable = look === "waiting" || look === "seen";
  return (
    <div className="grid gap-6">
      {isPayable ? (
        <InvoiceFacts invoice={invoice} qr={qr} />
      ) : (
        <InvoiceOutcome invoice={invoice} look={look} />
      )}
      {isPayable ? <Waiting invoice={invoice} isSeen={look === "seen"} /> : null}
      {/* Keeps its place, so that nothing jumps when it comes. */}
      {isPayable ? (
        <p role="status" className="-my-4 min-h-5 text-sm text-warn">
          {isFailed ? t("unreachable") : ""}
        </p>
      ) : null}
      {look === "credited" ? (
        <Onwards purchase={purchase} />
      ) : (
        <Claims invoice={invoice} isMain={!isPayable} onSent={refresh} />
      )}
      {isPayable || look === "credited" ? null : (
        <LocaleLink href="/profile/pay" className={buttonClasses("quiet", "md", "w-fit justify-self-center")}>
          {t("again")}
        </LocaleLink>
      )}
    </div>
  );
}

function Waiting({ invoice, isSeen }: { invoice: InvoiceView; isSeen: boolean }) {
  const t = useTranslations("payments.invoice");
  const secondsLeft = useSecondsLeft(invoice);
  const created = Date.parse(invoice.payment.createdAt);
  const whole = Math.max(1, (Date.parse(invoice.expiresAt) - created) / 1000);
  return (
    <div className="flex items-center gap-4 rounded-lg border border-line p-4">
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
        <p role="timer" className="tabular ml-auto shrink-0 text-right text-sm">
          {secondsLeft > 0 ? t("left", { time: formatClock(secondsLeft) }) : t("over")}
        </p>
      )}
    </div>
  );
}

function Onwards({ purchase }: { purchase: Purchase | null }) {
  const t = useTranslations("payments.invoice");
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <LocaleLink href={purchase?.path ?? "/profile"} className={buttonClasses("accent", "lg")}>
        {purchase ? t("toPurchase") : t("toNumbers")}
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
  onSent: () => void;
};

function Claims({ invoice, isMain, onSent }: ClaimsProps) {
  const t = useTranslations("payments.invoice");
  const tClaims = useTranslations("payments.claims");
  const [isOpen, setOpen] = useState(false);
  const { payment, claims, claimFeeUsd } = invoice;
  const isWaiting = claims.some(({ state }) => state === "open");
  return (
    <div className="grid gap-4">
      {claims.length > 0 ? <ClaimList claims={claims} /> : null}
      {isOpen ? (
        <ClaimForm
          paymentId={payment.id}
          feeUsd={claimFeeUsd}
          onSent={() => {
            setOpen(false);
            onSent();
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
          {isMain ? null : <p className="text-muted text-sm">{t("claimQuestion")}</p>}
          <Button
            tone={isMain && !isWaiting ? "accent" : "quiet"}
            size={isMain && !isWaiting ? "lg" : "md"}
            onClick={() => setOpen(true)}
          >
            {tClaims("open")}
          </Button>
        </div>
      )}
    </div>
  );
}
