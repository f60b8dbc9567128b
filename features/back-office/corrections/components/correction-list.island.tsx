"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { AnyChoice, DaysFilter, Filters } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { type Fact, Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepList } from "#features/back-office/components/step-list.island.tsx";
import type { CorrectionView } from "#features/back-office/corrections/corrections.contract.ts";
import { correctionKinds, correctionStates } from "#features/back-office/corrections/corrections.rules.ts";

const NONE = { state: "", kind: "", from: "", to: "", days: "" };

type Step = "carry-out" | "reject";

/** Corrections: at first those `given`, or what waits for a second person. */
export function CorrectionList({
  staffId,
  maySign,
  userId,
  given,
}: {
  staffId: number;
  maySign: boolean;
  userId?: number;
  given?: Partial<typeof NONE>;
}) {
  const t = useTranslations("backOffice");
  const first = { ...NONE, state: userId === undefined ? "proposed" : "", ...given };
  const [filter, setFilter] = useState(first);
  const settled = useDebounced(filter, 400);
  const query = useDeskList<CorrectionView>("desk/corrections", { ...settled, userId });
  const change = (part: Partial<typeof NONE>) => setFilter((old) => ({ ...old, ...part }));
  return (
    <>
      <Filters>
        <AnyChoice
          label={t("filters.state")}
          value={filter.state}
          onChange={(state) => change({ state })}
          values={correctionStates}
          textOf={(one) => t(`corrections.states.${one}`)}
        />
        <AnyChoice
          label={t("filters.kind")}
          value={filter.kind}
          onChange={(kind) => change({ kind })}
          values={correctionKinds}
          textOf={(one) => t(`corrections.kinds.${one}`)}
        />
        <DaysFilter
          value={filter}
          onChange={change}
          options={[
            ["", t("filters.proposed")],
            ["decided", t("filters.decided")],
          ]}
        />
      </Filters>
      <StepList<CorrectionView, Step>
        query={query}
        empty={t("empty.corrections")}
        dialog={(asked) => <Decide {...asked} isOwn={asked.item.proposer.id === staffId} />}
      >
        {(correction, ask) => (
          <CorrectionRow
            correction={correction}
            isOwn={correction.proposer.id === staffId}
            maySign={maySign}
            onStep={ask}
          />
        )}
      </StepList>
    </>
  );
}

function useCorrectionFacts(correction: CorrectionView): Fact[] {
  const t = useTranslations("backOffice");
  const orderId = correction.activationId ?? correction.fine?.orderId;
  return [
    [t("facts.user"), <PersonName key="user" person={correction.user} />],
    [t("facts.order"), orderId ? `#${orderId}` : null],
    [t("fines.cause"), correction.fine && t(`fines.causes.${correction.fine.cause}`)],
    [t("reason"), correction.reason],
    [t("people.proposer"), <PersonName key="proposer" person={correction.proposer} />],
    [t("people.decider"), correction.decider && <PersonName person={correction.decider} />],
    [t("facts.note"), correction.decisionNote],
    [t("facts.decided"), correction.decidedAt && <Moment at={correction.decidedAt} />],
  ];
}

type RowProps = {
  correction: CorrectionView;
  isOwn: boolean;
  maySign: boolean;
  onStep: (step: Step) => void;
};

function CorrectionRow({ correction, isOwn, maySign, onStep }: RowProps) {
  const t = useTranslations("backOffice");
  const facts = useCorrectionFacts(correction);
  const isOpen = correction.state === "proposed";
  const canSign = isOpen && maySign && correction.problem === null && !correction.isExpired;
  return (
    <DeskRow
      main={
        <>
          <p className="font-semibold">{t(`corrections.kinds.${correction.kind}`)}</p>
          <p className="text-muted">
            #{correction.id} · <Moment at={correction.proposedAt} />
          </p>
        </>
      }
      aside={
        <>
          <span className="tabular font-semibold">{signedText(correction)}</span>
          <StateBadge state={correction.state} text={t(`corrections.states.${correction.state}`)} />
        </>
      }
    >
      <Facts facts={facts} />
      {isOpen && correction.isExpired ? <p className="text-warn">{t("corrections.expired")}</p> : null}
      {isOpen && correction.problem ? (
        <p className="text-muted">{t(`corrections.problems.${correction.problem}`)}</p>
      ) : null}
      {isOpen && maySign ? (
        <div className="flex flex-wrap gap-2">
          {canSign ? (
            <Button tone="soft" onClick={() => onStep("carry-out")}>
              {t("corrections.sign")}
            </Button>
          ) : null}
          {correction.problem === "own-account" ? null : (
            <Button tone="danger" onClick={() => onStep("reject")}>
              {t(isOwn ? "corrections.withdraw" : "corrections.reject")}
            </Button>
          )}
        </div>
      ) : null}
    </DeskRow>
  );
}

/** What the user gains (+) or loses. */
function signedText({ kind, amountKopecks }: CorrectionView): string {
  return `${kind === "adjustment_debit" || kind === "partner_fine" ? "−" : "+"}${displayRoubles(amountKopecks)}`;
}

type DecideProps = Asked<CorrectionView, Step> & { isOwn: boolean };

function Decide({ item: correction, step, isOwn, onClose }: DecideProps) {
  const t = useTranslations("backOffice");
  const facts = useCorrectionFacts(correction);
  const isSigning = step === "carry-out";
  const { kind, amountKopecks, walletKopecks, debtKopecks } = correction;
  const after = walletKopecks + (kind === "adjustment_debit" ? -amountKopecks : amountKopecks);
  const figures: Fact[] =
    kind === "partner_fine"
      ? []
      : kind === "debt_write_off"
        ? [
            [t("facts.debtBefore"), displayRoubles(debtKopecks)],
            [t("facts.debtAfter"), displayRoubles(debtKopecks - amountKopecks)],
          ]
        : [
            [t("facts.walletBefore"), displayRoubles(walletKopecks)],
            [t("facts.walletAfter"), displayRoubles(after)],
          ];
  const word = isSigning ? "sign" : isOwn ? "withdraw" : "reject";
  return (
    <ConfirmAction
      title={t(`corrections.kinds.${kind}`)}
      facts={[
        [t("amount"), <strong key="amount">{signedText(correction)}</strong>],
        ...(isSigning ? figures : []),
        ...facts,
        ...(isSigning ? ([[t("people.decider"), t("people.you")]] as Fact[]) : []),
      ]}
      {...(isSigning ? { warning: t("corrections.signWarning") } : {})}
      submit={
        isSigning
          ? t("corrections.signFor", { amount: displayRoubles(amountKopecks) })
          : t(`corrections.${word}`)
      }
      isDanger={!isSigning}
      reason={isSigning ? { label: t("noteOptional"), isOptional: true } : { label: t("reason") }}
      call={(words) => ({
        path: `desk/corrections/${correction.id}/${step}`,
        body: isSigning ? { note: words } : { reason: words },
        isKeyed: isSigning,
      })}
      onClose={onClose}
    />
  );
}
