"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { type Fact, Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepList } from "#features/back-office/components/step-list.island.tsx";
import type { FactorRemovalView } from "#features/back-office/factor-removals/factor-removals.contract.ts";

type FactorRemovalsProps = {
  id: number;
  email: string;
  /** There is a second factor, and the account is neither the staff's nor one's own. */
  isRemovable: boolean;
  maySign: boolean;
};
type Step = "carry-out" | "reject";

/** Removing a user's lost second factor: one of the staff proposes it with a reason, another signs with theirs. */
export function FactorRemovals({ id, email, isRemovable, maySign }: FactorRemovalsProps) {
  const t = useTranslations("backOffice");
  const path = `desk/people/${id}/factor-removals`;
  const query = useDeskList<FactorRemovalView>(path);
  const [isProposing, setProposing] = useState(false);
  const newest = query.data?.pages[0]?.items ?? [];
  const isWaiting = query.data === undefined || newest.some(({ state }) => state === "proposed");
  // Nothing to remove, and nothing that ever was.
  if (!isRemovable && newest.length === 0) return null;
  return (
    <section aria-labelledby="person-factor" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="person-factor" className="font-semibold text-lg">
          {t("factorRemovals.title")}
        </h2>
        {isRemovable && maySign && !isWaiting ? (
          <Button onClick={() => setProposing(true)}>{t("factorRemovals.propose")}</Button>
        ) : null}
      </div>
      <StepList<FactorRemovalView, Step>
        query={query}
        empty={t("factorRemovals.empty")}
        dialog={(asked) => <Decide {...asked} email={email} />}
      >
        {(removal, ask) => <RemovalRow removal={removal} maySign={maySign} onStep={ask} />}
      </StepList>
      {isProposing ? (
        <ConfirmAction
          title={t("factorRemovals.propose")}
          facts={[[t("facts.user"), email]]}
          warning={t("factorRemovals.proposeWarning")}
          submit={t("factorRemovals.propose")}
          reason={{ label: t("reason") }}
          call={(reason) => ({ path, body: { reason }, isKeyed: true })}
          onClose={() => setProposing(false)}
        />
      ) : null}
    </section>
  );
}

function useRemovalFacts(removal: FactorRemovalView): Fact[] {
  const t = useTranslations("backOffice");
  return [
    [t("people.proposer"), <PersonName key="proposer" person={removal.proposer} />],
    [t("reason"), removal.reason],
    [t("people.decider"), removal.decider && <PersonName person={removal.decider} />],
    [t("factorRemovals.decisionReason"), removal.decisionReason],
    [t("facts.decided"), removal.decidedAt && <Moment at={removal.decidedAt} />],
  ];
}

type RowProps = { removal: FactorRemovalView; maySign: boolean; onStep: (step: Step) => void };

function RemovalRow({ removal, maySign, onStep }: RowProps) {
  const t = useTranslations("backOffice");
  const facts = useRemovalFacts(removal);
  const isOpen = removal.state === "proposed";
  return (
    <DeskRow
      main={
        <p className="text-muted">
          #{removal.id} · <Moment at={removal.proposedAt} />
        </p>
      }
      aside={<StateBadge state={removal.state} text={t(`corrections.states.${removal.state}`)} />}
    >
      <Facts facts={facts} />
      {isOpen && removal.isExpired ? <p className="text-warn">{t("corrections.expired")}</p> : null}
      {removal.problem ? <p className="text-muted">{t(`corrections.problems.${removal.problem}`)}</p> : null}
      {isOpen && maySign && removal.problem !== "own-account" ? (
        <div className="flex flex-wrap gap-2">
          {removal.problem === null && !removal.isExpired ? (
            <Button tone="soft" onClick={() => onStep("carry-out")}>
              {t("corrections.sign")}
            </Button>
          ) : null}
          <Button tone="danger" onClick={() => onStep("reject")}>
            {t(removal.problem === "same-person" ? "corrections.withdraw" : "corrections.reject")}
          </Button>
        </div>
      ) : null}
    </DeskRow>
  );
}

type DecideProps = Asked<FactorRemovalView, Step> & { email: string };

function Decide({ item: removal, step, email, onClose }: DecideProps) {
  const t = useTranslations("backOffice");
  const facts = useRemovalFacts(removal);
  const isSigning = step === "carry-out";
  const word = isSigning ? "sign" : removal.problem === "same-person" ? "withdraw" : "reject";
  return (
    <ConfirmAction
      title={t("factorRemovals.title")}
      facts={[
        [t("facts.user"), email],
        ...facts,
        ...(isSigning ? ([[t("people.decider"), t("people.you")]] as Fact[]) : []),
      ]}
      {...(isSigning ? { warning: t("factorRemovals.signWarning") } : {})}
      submit={t(`corrections.${word}`)}
      isDanger={!isSigning}
      reason={{ label: t("reason") }}
      call={(reason) => ({
        path: `desk/factor-removals/${removal.id}/${step}`,
        body: { reason },
        isKeyed: isSigning,
      })}
      onClose={onClose}
    />
  );
}
