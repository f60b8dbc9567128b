"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Choice, Filters, TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { type Fact, Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import type { PayoutView } from "#features/back-office/withdrawals/withdrawals.contract.ts";
import type { PayoutStep } from "#features/back-office/withdrawals/withdrawals.rules.ts";
import { isSentByHand, withdrawalStates } from "#features/payments/withdrawals/withdrawals.rules.ts";

/** Withdrawals: what waits first, each with what can be done about it. */
export function PayoutList() {
  const t = useTranslations("backOffice");
  const [filter, setFilter] = useState({ state: "waiting", source: "", userId: "" });
  const query = useDeskList<PayoutView>("desk/withdrawals", useDebounced(filter, 400));
  const [asked, setAsked] = useState<{ payout: PayoutView; step: PayoutStep | "reveal" } | null>(null);
  const change = (part: Partial<typeof filter>) => setFilter((old) => ({ ...old, ...part }));
  return (
    <>
      <Filters>
        <Choice
          label={t("filters.state")}
          value={filter.state}
          onChange={(state) => change({ state })}
          options={[
            ["waiting", t("payouts.waiting")],
            ["", t("filters.any")],
            ...withdrawalStates.map((state) => [state, t(`payouts.states.${state}`)] as const),
          ]}
        />
        <Choice
          label={t("payouts.source")}
          value={filter.source}
          onChange={(source) => change({ source })}
          options={[
            ["", t("filters.any")],
            ["top_up", t("payouts.sources.top_up")],
            ["referral", t("payouts.sources.referral")],
            ["partner", t("payouts.sources.partner")],
          ]}
        />
        <TextFilter
          label={t("filters.userId")}
          value={filter.userId}
          inputMode="numeric"
          onChange={(text) => change({ userId: text.replace(/\D/g, "").slice(0, 15) })}
        />
      </Filters>
      <DeskList query={query} empty={t("empty.payouts")}>
        {(payout) => <PayoutRow payout={payout} onStep={(step) => setAsked({ payout, step })} />}
      </DeskList>
      {asked?.step === "reveal" ? (
        <Reveal payout={asked.payout} onClose={() => setAsked(null)} />
      ) : asked ? (
        <Step payout={asked.payout} step={asked.step} onClose={() => setAsked(null)} />
      ) : null}
    </>
  );
}

function usePayoutFacts(payout: PayoutView): Fact[] {
  const t = useTranslations("backOffice");
  const withdrawals = useTranslations("payments.withdrawals");
  return [
    [t("facts.user"), <PersonName key="user" person={payout.user} />],
    [t("payouts.source"), t(`payouts.sources.${payout.source}`)],
    [
      t("facts.supplier"),
      payout.supplier && (
        <LocaleLink href={`/desk/suppliers/${payout.supplier.code}`} className="text-link underline">
          {payout.supplier.name}
        </LocaleLink>
      ),
    ],
    [t("facts.method"), withdrawals(`methods.${payout.method}`)],
    [t("payouts.arrives"), `${payout.payout.amount} ${payout.payout.currency}`],
    [t("payouts.fee"), payout.feeKopecks > 0 ? displayRoubles(payout.feeKopecks) : null],
    [t("payouts.destination"), payout.requisites],
    [t("facts.comment"), payout.comment],
    [t("payouts.restsUntil"), payout.restsUntil && <Moment key="rests" at={payout.restsUntil} form="date" />],
    [
      t("facts.payment"),
      payout.paymentId && (
        <LocaleLink href={`/desk/payments/${payout.paymentId}`} className="text-link underline">
          {t("paymentNumber", { id: payout.paymentId })}
        </LocaleLink>
      ),
    ],
    [t("people.proposer"), payout.proposer && <PersonName person={payout.proposer} />],
    [t("reason"), payout.proposalReason],
    [t("people.first"), payout.firstApprovedBy && <PersonName person={payout.firstApprovedBy} />],
    [t("people.second"), payout.approvedBy && <PersonName person={payout.approvedBy} />],
    [t("people.closed"), payout.closedBy && <PersonName person={payout.closedBy} />],
    [t("payouts.transaction"), payout.transactionId],
    [t("payouts.told"), payout.reason],
  ];
}

function PayoutRow({
  payout,
  onStep,
}: {
  payout: PayoutView;
  onStep: (step: PayoutStep | "reveal") => void;
}) {
  const t = useTranslations("backOffice");
  const facts = usePayoutFacts(payout);
  const canReveal = payout.requisites !== null && isSentByHand(payout.method) && payout.steps.length > 0;
  return (
    <DeskRow
      main={
        <>
          <p className="font-semibold">{t("payouts.number", { id: payout.id })}</p>
          <p className="text-muted">
            <Moment at={payout.createdAt} />
          </p>
        </>
      }
      aside={
        <>
          <span className="tabular font-semibold">{displayRoubles(payout.amountKopecks)}</span>
          <StateBadge state={payout.state} text={t(`payouts.states.${payout.state}`)} />
        </>
      }
    >
      <Facts facts={facts} />
      {payout.needsSecond && payout.state === "requested" ? (
        <p className="text-warn">{t(payout.firstApprovedBy ? "payouts.oneSigned" : "payouts.twoNeeded")}</p>
      ) : null}
      {payout.steps.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {payout.steps.map((step) => (
            <Button key={step} tone={step === "reject" ? "danger" : "plain"} onClick={() => onStep(step)}>
              {t(`payouts.steps.${step}`)}
            </Button>
          ))}
          {canReveal ? (
            <Button tone="quiet" onClick={() => onStep("reveal")}>
              {t("payouts.reveal")}
            </Button>
          ) : null}
        </div>
      ) : null}
    </DeskRow>
  );
}

type StepProps = { payout: PayoutView; step: PayoutStep; onClose: () => void };

function Step({ payout, step, onClose }: StepProps) {
  const t = useTranslations("backOffice");
  const [transactionId, setTransactionId] = useState("");
  const facts = usePayoutFacts(payout);
  const needsId = step === "confirm";
  const id = "payout-transaction";
  return (
    <ConfirmAction
      title={`${t(`payouts.steps.${step}`)}: ${t("payouts.number", { id: payout.id })}`}
      facts={[[t("amount"), displayRoubles(payout.amountKopecks)], ...facts]}
      warning={t(`payouts.warnings.${step}`)}
      submit={t(`payouts.submits.${step}`, { amount: displayRoubles(payout.amountKopecks) })}
      isDanger={step === "reject" || step === "return"}
      reason={{ label: t(step === "reject" || step === "return" ? "reasonTold" : "reason") }}
      call={(reason) =>
        needsId && transactionId.trim().length < 3
          ? null
          : {
              path: `desk/withdrawals/${payout.id}/steps`,
              body: { step, reason, ...(needsId ? { transactionId: transactionId.trim() } : {}) },
            }
      }
      onClose={onClose}
    >
      {needsId ? (
        <Field id={id} label={t("payouts.transaction")}>
          <Input
            {...describedBy(id, {})}
            value={transactionId}
            maxLength={200}
            onChange={(event) => setTransactionId(event.target.value)}
          />
        </Field>
      ) : null}
    </ConfirmAction>
  );
}

function Reveal({ payout, onClose }: { payout: PayoutView; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const [shown, setShown] = useState<string | null>(null);
  return (
    <ConfirmAction
      title={t("payouts.reveal")}
      facts={[
        [
          t("payouts.destination"),
          <span key="shown" className="break-all font-mono">
            {shown ?? payout.requisites}
          </span>,
        ],
      ]}
      warning={t("payouts.revealWarning")}
      submit={t("payouts.reveal")}
      reason={{ label: t("reason") }}
      call={(reason) => ({ path: `desk/withdrawals/${payout.id}/requisites`, body: { reason } })}
      onDone={({ requisites }: { requisites: string | null }) => setShown(requisites)}
      keepsOpen
      onClose={onClose}
    />
  );
}
