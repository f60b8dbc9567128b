"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, Clock, ReceiptText, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { paymentListKey, paymentListQuery } from "#features/payments/listing/listing.client.ts";
import type { PaymentPage } from "#features/payments/listing/listing.contract.ts";
import { useMoneyNews } from "#features/payments/payments.client.ts";
import type { PaymentView } from "#features/payments/payments.contract.ts";
import type { PaymentState } from "#features/payments/payments.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";

const tones: Readonly<Record<PaymentState, Tone>> = {
  created: "info",
  pending: "info",
  confirmed: "info",
  credited: "good",
  underpaid: "warn",
  overpaid: "warn",
  refunded: "neutral",
  charged_back: "warn",
  expired: "neutral",
  failed: "bad",
};

const icons: Readonly<Partial<Record<Tone, typeof Clock>>> = {
  info: Clock,
  good: CircleCheck,
  neutral: Undo2,
};

function StateBadge({ payment }: { payment: PaymentView }) {
  const tone = tones[payment.state];
  const Icon = payment.state === "expired" ? Clock : (icons[tone] ?? CircleAlert);
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
      {payment.stateText}
    </Badge>
  );
}

/** Where a payment goes on, or tells what became of it. */
function PaymentLink({ payment }: { payment: PaymentView }) {
  const t = useTranslations("payments.list");
  const money = useMoneyText();
  const name = `${payment.methodName}, ${money.both(payment.amountKopecks)}`;
  if (payment.redirectUrl) {
    return (
      <a
        href={payment.redirectUrl}
        aria-label={`${t("continue")}: ${name}`}
        className={buttonClasses("soft", "sm")}
      >
        {t("continue")}
      </a>
    );
  }
  return (
    <LocaleLink
      href={`/success-payment?payment=${payment.id}`}
      aria-label={`${t("details")}: ${name}`}
      className={buttonClasses("quiet", "sm")}
    >
      {t("details")}
    </LocaleLink>
  );
}

/** The user's payments, newest first, with their state and a way to go on with open ones. */
export function PaymentList({ initial }: { initial: PaymentPage }) {
  const t = useTranslations("payments.list");
  const client = useQueryClient();
  const query = useInfiniteQuery(paymentListQuery(initial));
  const payments = query.data.pages.flatMap((page) => page.payments);
  const isAnyOpen = payments.some(({ isOpen }) => isOpen);
  useMoneyNews(isAnyOpen, () => void client.invalidateQueries({ queryKey: paymentListKey }));
  if (payments.length === 0) {
    return (
      <EmptyState isFlush icon={<ReceiptText className="size-6" />} title={t("empty")}>
        {t("emptyLead")}
      </EmptyState>
    );
  }
  return (
    <div className="grid">
      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <li
            key={payment.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 py-3"
          >
            <span className="grid min-w-0">
              <RatedMoney kopecks={payment.amountKopecks} className="font-medium" />
              <span className="text-muted text-sm">
                {payment.methodName} · <Moment at={payment.createdAt} />
              </span>
            </span>
            <PaymentLink payment={payment} />
            <span className="col-span-2">
              <StateBadge payment={payment} />
            </span>
          </li>
        ))}
      </ul>
      <ListTail pages={query} more={t("more")} failure={query.isError ? t("failed") : null} wide />
    </div>
  );
}
