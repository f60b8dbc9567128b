"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useDeskAction, useDeskItem } from "#features/back-office/back-office.client.ts";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { Part } from "#features/back-office/components/part.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { RefundPayment } from "#features/back-office/payments/components/refund-payment.island.tsx";
import type { DeskPaymentDetails, ProviderWord } from "#features/back-office/payments/payments.contract.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type Word = z.infer<typeof ProviderWord>;

type PaymentPageProps = {
  id: number;
  /** The names of the ways to pay by their ids. */
  methods: Record<string, string>;
  mayRefund: boolean;
};

/** One payment: what we know, what its provider sent and says now, what it moved. */
export function PaymentPage({ id, methods, mayRefund }: PaymentPageProps) {
  const query = useDeskItem<DeskPaymentDetails>(`desk/payments/${id}`);
  const { data } = query;
  if (!data) return <NotThere query={query} rows={8} />;
  return (
    <div className="grid gap-6">
      <PaymentFacts payment={data} method={methods[data.method] ?? data.method} mayRefund={mayRefund} />
      <Notices payment={data} />
      <Transfers payment={data} />
    </div>
  );
}

type PaymentFactsProps = { payment: DeskPaymentDetails; method: string; mayRefund: boolean };

function PaymentFacts({ payment, method, mayRefund }: PaymentFactsProps) {
  const t = useTranslations("backOffice");
  const payments = useTranslations("payments");
  const [isRefunding, setRefunding] = useState(false);
  return (
    <Card className="grid gap-5 p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="tabular font-semibold text-lg">{displayRoubles(payment.amountKopecks)}</p>
        <StateBadge state={payment.state} text={payments(`states.${payment.state}`)} />
      </div>
      <Facts
        facts={[
          [t("facts.user"), payment.user && <PersonName key="user" person={payment.user} />],
          [t("facts.method"), method],
          [t("facts.provider"), payment.provider],
          [t("facts.providerId"), payment.providerPaymentId],
          [t("facts.charged"), payment.charged && `${payment.charged.amount} ${payment.charged.currency}`],
          [
            t("facts.received"),
            payment.received && `${payment.received.amount} ${payment.received.currency}`,
          ],
          [
            t("facts.reversed"),
            payment.takenBackKopecks > 0 ? displayRoubles(payment.takenBackKopecks) : null,
          ],
          [t("facts.created"), <Moment key="created" at={payment.createdAt} />],
          [t("facts.credited"), payment.creditedAt && <Moment at={payment.creditedAt} />],
          [t("facts.expires"), <Moment key="expires" at={payment.expiresAt} />],
          [t("facts.asked"), t("facts.askedTimes", { count: payment.asks })],
        ]}
      />
      <AskProvider id={payment.id} />
      {mayRefund && payment.state === "credited" ? (
        <Button className="w-fit" onClick={() => setRefunding(true)}>
          {t("refund.open")}
        </Button>
      ) : null}
      {isRefunding ? <RefundPayment payment={payment} onClose={() => setRefunding(false)} /> : null}
    </Card>
  );
}

function AskProvider({ id }: { id: number }) {
  const t = useTranslations("backOffice");
  const ui = useTranslations("ui");
  const ask = useDeskAction<Word>();
  const word = ask.data;
  return (
    <div className="grid gap-3">
      <Button
        className="w-fit"
        busy={ask.isPending}
        onClick={() => ask.mutate({ path: `desk/payments/${id}/ask` })}
      >
        {t("ask.button")}
      </Button>
      {ask.error ? (
        <Notice tone="bad" live>
          {toApiProblem(ask.error).message || ui("error")}
        </Notice>
      ) : null}
      {word ? (
        <Notice live title={t("ask.title")}>
          <Facts
            facts={[
              [t("facts.state"), word.state],
              [t("facts.received"), `${word.amount} ${word.currency}`],
              [t("facts.reversed"), word.takenBack],
              [t("ask.settled"), word.settled],
            ]}
          />
        </Notice>
      ) : null}
    </div>
  );
}

function Notices({ payment }: { payment: DeskPaymentDetails }) {
  const t = useTranslations("backOffice");
  return (
    <Part title={t("notices.title")} empty={payment.notices.length === 0 ? t("notices.empty") : null}>
      <ul className="divide-y divide-line">
        {payment.notices.map((notice) => (
          <li key={notice.id} className="grid gap-2 px-5 py-3 text-sm">
            <p className="flex flex-wrap gap-x-3 gap-y-1">
              <Moment at={notice.receivedAt} />
              <span className={notice.isSigned ? "text-good" : "text-bad"}>
                {t(notice.isSigned ? "notices.signed" : "notices.unsigned")}
              </span>
              <span className="text-muted">
                {t("notices.times", { count: notice.times, shown: formatNumber(notice.times) })}
              </span>
              <span className="text-muted">{notice.outcome}</span>
            </p>
            {notice.body ? (
              <details>
                <summary className="cursor-pointer text-link">{t("notices.raw")}</summary>
                <pre className="mt-2 max-h-96 overflow-auto whitespace-pre-wrap break-all rounded-md bg-sunken p-3 font-mono text-xs">
                  {notice.body}
                </pre>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Transfers({ payment }: { payment: DeskPaymentDetails }) {
  const t = useTranslations("backOffice");
  const ledger = useTranslations("ledger");
  return (
    <Part title={t("ledger.title")} empty={payment.transfers.length === 0 ? t("ledger.empty") : null}>
      <ul className="divide-y divide-line">
        {payment.transfers.map((line) => (
          <li key={line.id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-3 text-sm">
            <div className="grid min-w-0 gap-0.5">
              <p className="font-medium">{ledger(`kinds.${line.kind}`)}</p>
              <p className="break-all font-mono text-muted text-xs">
                {line.debit} → {line.credit}
              </p>
              <p className="break-all font-mono text-muted text-xs">{line.reference}</p>
            </div>
            <div className="grid gap-0.5 sm:justify-items-end">
              <p className="tabular font-semibold">{displayRoubles(line.amountKopecks)}</p>
              <p className="text-muted">
                <Moment at={line.at} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}
