"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Choice, Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { type Fact, Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepButtons, StepList } from "#features/back-office/components/step-list.island.tsx";
import type { DeskWithdrawalView } from "#features/back-office/withdrawals/withdrawals.contract.ts";
import type { DeskWithdrawalStep } from "#features/back-office/withdrawals/withdrawals.rules.ts";
import { isSentByHand, withdrawalStates } from "#features/payments/withdrawals.rules.ts";

type Step = DeskWithdrawalStep | "reveal";

/** Withdrawals: what waits first, each with what can be done about it. */
export function DeskWithdrawalList() {
  const t = useTranslations("backOffice");
  const [filter, setFilter] = useState({ state: "waiting", source: "", userId: "" });
  const query = useDeskList<DeskWithdrawalView>("desk/withdrawals", useDebounced(filter, 400));
  const change = (part: Partial<typeof filter>) => setFilter((old) => ({ ...old, ...part }));
  return (
    <>
      <Filters>
        <Choice
          label={t("filters.state")}
          value={filter.state}
          onChange={(state) => change({ state })}
          options={[
            ["waiting", t("withdrawals.waiting")],
            ["", t("filters.any")],
            ...withdrawalStates.map((state) => [state, t(`withdrawals.states.${state}`)] as const),
          ]}
        />
        <Choice
          label={t("withdrawals.source")}
          value={filter.source}
          onChange={(source) => change({ source })}
          options={[
            ["", t("filters.any")],
            ["top_up", t("withdrawals.sources.top_up")],
            ["referral", t("withdrawals.sources.referral")],
            ["partner", t("withdrawals.sources.partner")],
            ["store", t("withdrawals.sources.store")],
          ]}
        />
        <TextFilter
          label={t("filters.userId")}
          value={filter.userId}
          inputMode="numeric"
          onChange={(text) => change({ userId: text.replace(/\D/g, "").slice(0, 15) })}
        />
      </Filters>
      <StepList<DeskWithdrawalView, Step>
        query={query}
        empty={t("empty.withdrawals")}
        dialog={({ item, step, onClose }) =>
          step === "reveal" ? (
            <Reveal withdrawal={item} onClose={onClose} />
          ) : (
            <TakeStep item={item} step={step} onClose={onClose} />
          )
        }
      >
        {(withdrawal, ask) => <DeskWithdrawalRow withdrawal={withdrawal} onStep={ask} />}
      </StepList>
    </>
  );
}

function useWithdrawalFacts(withdrawal: DeskWithdrawalView): Fact[] {
  const t = useTranslations("backOffice");
  const withdrawals = useTranslations("payments.withdrawals");
  return [
    [t("facts.user"), <PersonName key="user" person={withdrawal.user} />],
    [t("withdrawals.source"), t(`withdrawals.sources.${withdrawal.source}`)],
    [
      t("facts.supplier"),
      withdrawal.supplier && (
        <LocaleLink href={`/desk/suppliers/${withdrawal.supplier.code}`} className="text-link underline">
          {withdrawal.supplier.name}
        </LocaleLink>
      ),
    ],
    [t("facts.method"), withdrawals(`methods.${withdrawal.method}`)],
    [t("withdrawals.arrives"), `${withdrawal.payout.amount} ${withdrawal.payout.currency}`],
    [t("withdrawals.fee"), withdrawal.feeKopecks > 0 ? displayRoubles(withdrawal.feeKopecks) : null],
    [t("withdrawals.destination"), withdrawal.requisites],
    [t("facts.comment"), withdrawal.comment],
    [
      t("withdrawals.restsUntil"),
      withdrawal.restsUntil && <Moment key="rests" at={withdrawal.restsUntil} form="date" />,
    ],
    [
      t("facts.payment"),
      withdrawal.paymentId && (
        <LocaleLink href={`/desk/payments/${withdrawal.paymentId}`} className="text-link underline">
          {t("paymentNumber", { id: withdrawal.paymentId })}
        </LocaleLink>
      ),
    ],
    [t("people.proposer"), withdrawal.proposer && <PersonName person={withdrawal.proposer} />],
    [t("reason"), withdrawal.proposalReason],
    [t("people.first"), withdrawal.firstApprovedBy && <PersonName person={withdrawal.firstApprovedBy} />],
    [t("people.second"), withdrawal.approvedBy && <PersonName person={withdrawal.approvedBy} />],
    [t("people.closed"), withdrawal.closedBy && <PersonName person={withdrawal.closedBy} />],
    [t("withdrawals.transaction"), withdrawal.transactionId],
    [t("withdrawals.told"), withdrawal.reason],
  ];
}

type RowProps = { withdrawal: DeskWithdrawalView; onStep: (step: Step) => void };

function DeskWithdrawalRow({ withdrawal, onStep }: RowProps) {
  const t = useTranslations("backOffice");
  const facts = useWithdrawalFacts(withdrawal);
  const canReveal =
    withdrawal.requisites !== null && isSentByHand(withdrawal.method) && withdrawal.steps.length > 0;
  return (
    <DeskRow
      main={
        <>
          <p className="font-semibold">{t("withdrawals.number", { id: withdrawal.id })}</p>
          <p className="text-muted">
            <Moment at={withdrawal.createdAt} />
          </p>
        </>
      }
      aside={
        <>
          <span className="tabular font-semibold">{displayRoubles(withdrawal.amountKopecks)}</span>
          <StateBadge state={withdrawal.state} text={t(`withdrawals.states.${withdrawal.state}`)} />
        </>
      }
    >
      <Facts facts={facts} />
      {withdrawal.needsSecond && withdrawal.state === "requested" ? (
        <p className="text-warn">
          {t(withdrawal.firstApprovedBy ? "withdrawals.oneSigned" : "withdrawals.twoNeeded")}
        </p>
      ) : null}
      <StepButtons
        steps={withdrawal.steps}
        textOf={(step) => t(`withdrawals.steps.${step}`)}
        danger="reject"
        onAsk={onStep}
      >
        {canReveal ? (
          <Button tone="quiet" onClick={() => onStep("reveal")}>
            {t("withdrawals.reveal")}
          </Button>
        ) : null}
      </StepButtons>
    </DeskRow>
  );
}

type TakeStepProps = Asked<DeskWithdrawalView, DeskWithdrawalStep>;

function TakeStep({ item: withdrawal, step, onClose }: TakeStepProps) {
  const t = useTranslations("backOffice");
  const [transactionId, setTransactionId] = useState("");
  const facts = useWithdrawalFacts(withdrawal);
  const needsId = step === "confirm";
  const id = "withdrawal-transaction";
  return (
    <ConfirmAction
      title={`${t(`withdrawals.steps.${step}`)}: ${t("withdrawals.number", { id: withdrawal.id })}`}
      facts={[[t("amount"), displayRoubles(withdrawal.amountKopecks)], ...facts]}
      warning={t(`withdrawals.warnings.${step}`)}
      submit={t(`withdrawals.submits.${step}`, { amount: displayRoubles(withdrawal.amountKopecks) })}
      isDanger={step === "reject" || step === "return"}
      reason={{ label: t(step === "reject" || step === "return" ? "reasonTold" : "reason") }}
      call={(reason) =>
        needsId && transactionId.trim().length < 3
          ? null
          : {
              path: `desk/withdrawals/${withdrawal.id}/steps`,
              body: { step, reason, ...(needsId ? { transactionId: transactionId.trim() } : {}) },
            }
      }
      onClose={onClose}
    >
      {needsId ? (
        <TextField
          id={id}
          label={t("withdrawals.transaction")}
          value={transactionId}
          maxLength={200}
          onChange={(event) => setTransactionId(event.target.value)}
        />
      ) : null}
    </ConfirmAction>
  );
}

function Reveal({ withdrawal, onClose }: { withdrawal: DeskWithdrawalView; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const [shown, setShown] = useState<string | null>(null);
  return (
    <ConfirmAction
      title={t("withdrawals.reveal")}
      facts={[
        [
          t("withdrawals.destination"),
          <span key="shown" className="break-all font-mono">
            {shown ?? withdrawal.requisites}
          </span>,
        ],
      ]}
      warning={t("withdrawals.revealWarning")}
      submit={t("withdrawals.reveal")}
      reason={{ label: t("reason") }}
      call={(reason) => ({ path: `desk/withdrawals/${withdrawal.id}/requisites`, body: { reason } })}
      onDone={({ requisites }: { requisites: string | null }) => setShown(requisites)}
      keepsOpen
      onClose={onClose}
    />
  );
}
