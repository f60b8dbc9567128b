"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { amountWords } from "#features/payments/components/amount-words.tsx";
import { longLink, useBackWords } from "#features/payments/components/back-words.tsx";
import { PurchaseLine } from "#features/payments/components/purchase-line.tsx";
import { ownPageOf } from "#features/payments/methods.rules.ts";
import { useWatchedPayment } from "#features/payments/payments.client.ts";
import type { PaymentView, PlannedPurchase } from "#features/payments/payments.contract.ts";
import { useMoneyText } from "#features/site/money.client.ts";

type Look = "waiting" | "done" | "differs" | "failed" | "reversed";

function lookOf({ state, isOpen }: PaymentView): Look {
  if (state === "credited") return "done";
  if (state === "underpaid" || state === "overpaid") return "differs";
  if (state === "refunded" || state === "charged_back") return "reversed";
  return isOpen ? "waiting" : "failed";
}

function Figure({ look }: { look: Look }) {
  if (look === "waiting") return <Spinner className="size-12 text-muted" />;
  if (look === "done") return <CircleCheck aria-hidden="true" className="size-12 text-good" />;
  return (
    <CircleAlert aria-hidden="true" className={`size-12 ${look === "failed" ? "text-bad" : "text-warn"}`} />
  );
}

function useWords(payment: PaymentView, look: Look, isSlow: boolean) {
  const t = useTranslations("payments.success");
  const states = useTranslations("payments.states");
  const money = useMoneyText();
  const amount = money.both(payment.amountKopecks);
  if (look === "waiting") return { title: t("completing"), lead: t(isSlow ? "slow" : "completingLead") };
  if (look === "done") {
    const taken = payment.takenBackKopecks;
    const part = taken > 0 ? ` ${t("partlyReversed", { amount: money.both(taken) })}` : "";
    return { title: t("done"), lead: `${t("doneLead", { amount })}${part}` };
  }
  const title = states(payment.state);
  if (look === "failed") return { title, lead: t("failedLead") };
  if (payment.state === "charged_back") return { title, lead: t("chargedBackLead") };
  if (look === "reversed" || payment.received === null) return { title, lead: t("reversedLead") };
  const received = amountWords(payment.received);
  return { title, lead: t("received", { received, amount: amountWords(payment.charge), id: payment.id }) };
}

/** What became of a payment; changes by itself until nothing more is expected. */
export function PaymentResult({
  initial,
  purchase,
  supportEmail,
  ownPage = ownPageOf(initial),
}: {
  initial: PaymentView;
  purchase: PlannedPurchase | null;
  /** Where to write about money that came in another amount. */
  supportEmail: string;
  /** The page of ours that tells more; null on that page itself. */
  ownPage?: string | null;
}) {
  const t = useTranslations("payments.success");
  const { payment, isFailed, isSlow } = useWatchedPayment(initial);
  const look = lookOf(payment);
  const { title, lead } = useWords(payment, look, isSlow);
  const backWords = useBackWords();
  const isOver = look === "failed" || look === "reversed";
  return (
    <div className="grid justify-items-center gap-3 text-center">
      <span className="grid size-14 place-items-center">
        <Figure look={look} />
      </span>
      <div role="status" className="grid gap-2">
        <h1 className="font-bold text-xl lg:text-2xl">{title}</h1>
        <p className="mx-auto max-w-md text-muted">{lead}</p>
      </div>
      {purchase ? <PurchaseLine purchase={purchase} /> : null}
      <p className="tabular text-muted text-sm">
        {t("number", { id: payment.id })} · {payment.methodName} ·{" "}
        <RatedMoney kopecks={payment.amountKopecks} />
      </p>
      {/* Keeps its place, so that nothing jumps when it comes. */}
      <p role="status" className="min-h-5 text-sm text-warn">
        {isFailed && look === "waiting" ? t("unreachable") : ""}
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {look === "differs" && ownPage ? (
          <LocaleLink href={ownPage} className={buttonClasses("accent", "lg")}>
            {t("details")}
          </LocaleLink>
        ) : null}
        {look === "differs" && !ownPage ? (
          <a
            href={`mailto:${supportEmail}?subject=${encodeURIComponent(t("number", { id: payment.id }))}`}
            className={buttonClasses("accent", "lg")}
          >
            {t("write")}
          </a>
        ) : null}
        <LocaleLink
          href={isOver ? "/profile/pay" : (purchase?.path ?? "/profile")}
          className={buttonClasses(look === "done" || isOver ? "accent" : "plain", "lg", longLink)}
        >
          {isOver ? t("again") : purchase ? backWords(purchase) : t("toNumbers")}
        </LocaleLink>
        {look === "waiting" && payment.redirectUrl ? (
          <a href={payment.redirectUrl} className={buttonClasses("quiet", "lg")}>
            {t("continue")}
          </a>
        ) : null}
        {look === "done" ? (
          <LocaleLink href="/profile/pay" className={buttonClasses("quiet", "lg")}>
            {t("again")}
          </LocaleLink>
        ) : null}
      </div>
    </div>
  );
}
