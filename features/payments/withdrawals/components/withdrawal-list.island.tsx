"use client";

import { Banknote, CircleCheck, CircleX, Clock, Mail, Send, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { amountWords } from "#features/payments/components/amount-words.tsx";
import { CodeForm } from "#features/payments/withdrawals/payout-destination/code-form.island.tsx";
import {
  useCancelWithdrawal,
  useConfirmDestination,
  useWithdrawals,
  type WithdrawalsPage,
} from "#features/payments/withdrawals/withdrawals.client.ts";
import type { WithdrawalView } from "#features/payments/withdrawals/withdrawals.contract.ts";
import {
  type WithdrawalSource,
  type WithdrawalStage,
  type WithdrawalState,
  withdrawalStages,
} from "#features/payments/withdrawals.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const looks: Readonly<Record<WithdrawalState, { tone: Tone; icon: typeof Clock }>> = {
  unconfirmed: { tone: "warn", icon: Mail },
  requested: { tone: "warn", icon: Clock },
  approved: { tone: "info", icon: CircleCheck },
  sending: { tone: "info", icon: Send },
  paid: { tone: "good", icon: CircleCheck },
  returned: { tone: "warn", icon: Undo2 },
  rejected: { tone: "bad", icon: CircleX },
  cancelled: { tone: "neutral", icon: CircleX },
};

type WithdrawalListProps = {
  source: WithdrawalSource;
  initial: WithdrawalsPage;
  locale: Locale;
  /** With a filter above it, for people who withdraw often. */
  filtered?: boolean;
};

/** Own withdrawals with their states in words, newest first, a page at a time. */
export function WithdrawalList({ source, initial, locale, filtered = false }: WithdrawalListProps) {
  const [stage, setStage] = useState<WithdrawalStage | null>(null);
  return (
    <div className="grid gap-4">
      {filtered ? <StageFilter stage={stage} onChoose={setStage} /> : null}
      <Rows source={source} initial={initial} locale={locale} stage={stage} />
    </div>
  );
}

type StageFilterProps = { stage: WithdrawalStage | null; onChoose: (stage: WithdrawalStage | null) => void };

function StageFilter({ stage, onChoose }: StageFilterProps) {
  const t = useTranslations("payments.withdrawals.list");
  return (
    <fieldset>
      <legend className="sr-only">{t("filter")}</legend>
      <div className={`${segmentedClasses} flex-wrap`}>
        {([null, ...withdrawalStages] as const).map((one) => (
          <Segment key={one} chosen={one === stage} onClick={() => onChoose(one)}>
            {t(`stages.${one ?? "all"}`)}
          </Segment>
        ))}
      </div>
    </fieldset>
  );
}

type RowsProps = Omit<WithdrawalListProps, "filtered"> & { stage: WithdrawalStage | null };

function Rows({ source, initial, locale, stage }: RowsProps) {
  const t = useTranslations("payments.withdrawals.list");
  const ui = useTranslations("ui");
  const query = useWithdrawals(source, initial, stage);
  if (!query.data) {
    if (query.isError) return <QueryFailure query={query} title={t("failed")} />;
    return (
      <div className="grid gap-3">
        <span className="sr-only" role="status">
          {ui("loading")}
        </span>
        <Skeleton className="h-16" />
        <Skeleton className="h-16" />
      </div>
    );
  }
  const withdrawals = query.data.pages.flatMap((page) => page.withdrawals);
  if (withdrawals.length === 0) {
    return (
      <EmptyState isFlush icon={<Banknote className="size-6" />} title={t(stage ? "emptyStage" : "empty")}>
        {stage ? null : t("emptyLead")}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line">
        {withdrawals.map((withdrawal) => (
          <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} locale={locale} />
        ))}
      </ul>
      <ListTail pages={query} more={t("more")} failure={query.isError ? t("failed") : null} />
    </div>
  );
}

function WithdrawalRow({ withdrawal, locale }: { withdrawal: WithdrawalView; locale: Locale }) {
  const t = useTranslations("payments.withdrawals.list");
  const { id, state, stateText, methodName, requisites, payout, amountKopecks, reason, transactionId } =
    withdrawal;
  const { tone, icon: Icon } = looks[state];
  const confirm = useConfirmDestination(withdrawal.source);
  const timeZone = useTimeZone();
  const [isAsked, setAsked] = useState(false);
  // On the new state once it is cancelled, when there is no button to come back to.
  const place = useFocusBack<HTMLDivElement>(isAsked);
  const arrives = payout.currency === "RUB" ? null : amountWords(payout);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <RatedMoney kopecks={amountKopecks} className="font-semibold" />
          {arrives ? <span className="tabular text-muted text-sm">→ {arrives}</span> : null}
        </p>
        <p className="wrap-anywhere text-muted text-sm">
          {[methodName, requisites].filter(Boolean).join(" · ")}
        </p>
        <p className="tabular text-muted text-sm">
          {t.rich("facts", { number: id, moment: () => <Moment at={withdrawal.createdAt} /> })}
        </p>
        {withdrawal.restsUntil ? (
          <p className="max-w-prose text-sm">
            {t("rests", { moment: formatMoment(locale, new Date(withdrawal.restsUntil), timeZone) })}
          </p>
        ) : null}
        {state === "unconfirmed" ? (
          <CodeForm id={`withdrawal-code-${id}`} onCode={(code) => confirm.mutateAsync({ id, code })} />
        ) : null}
        {withdrawal.comment ? (
          <p className="wrap-anywhere text-muted text-sm">{t("comment", { comment: withdrawal.comment })}</p>
        ) : null}
        {reason ? <p className="wrap-anywhere text-sm">{t("reason", { reason })}</p> : null}
        {transactionId ? (
          <p className="break-all text-muted text-xs">{t("transaction", { id: transactionId })}</p>
        ) : null}
      </div>
      <div ref={place} tabIndex={-1} className="flex items-center gap-3 outline-none">
        <Badge
          tone={tone}
          icon={<Icon aria-hidden="true" className="size-3" />}
          className="whitespace-normal"
        >
          {stateText}
        </Badge>
        {withdrawal.canCancel ? (
          <CancelButton withdrawal={withdrawal} isAsked={isAsked} onAsked={setAsked} />
        ) : null}
      </div>
    </li>
  );
}

type CancelButtonProps = {
  withdrawal: WithdrawalView;
  isAsked: boolean;
  onAsked: (isAsked: boolean) => void;
};

function CancelButton({ withdrawal, isAsked, onAsked }: CancelButtonProps) {
  const { id, source, amountKopecks } = withdrawal;
  const t = useTranslations("payments.withdrawals.list");
  const ui = useTranslations("ui");
  const money = useMoneyText();
  const cancel = useCancelWithdrawal(source);
  const run = async () => {
    try {
      await cancel.mutateAsync(id);
      showToast({ type: "success", text: t("cancelled", { amount: money.both(amountKopecks) }) });
    } catch (error) {
      showToast({ type: "error", text: toApiProblem(error).message || ui("error") });
    } finally {
      onAsked(false);
    }
  };
  if (!isAsked) {
    return (
      <Button
        data-focus-back
        size="sm"
        aria-label={t("cancelNamed", { number: id })}
        onClick={() => onAsked(true)}
      >
        {t("cancel")}
      </Button>
    );
  }
  return (
    <Button size="sm" tone="danger" busy={cancel.isPending} onClick={() => void run()}>
      {t("cancelSure")}
    </Button>
  );
}
