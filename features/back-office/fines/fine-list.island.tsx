"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { AnyChoice, Filters } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskRow } from "#features/back-office/components/desk-list.tsx";
import { type Fact, Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import { type Asked, StepButtons, StepList } from "#features/back-office/components/step-list.island.tsx";
import { Typed } from "#features/back-office/components/typed.tsx";
import type { DeskFineView } from "#features/back-office/fines/fines.contract.ts";
import { type FineDecision, fineStates } from "#features/partners/fines.rules.ts";

/** Fines of partners: those whose appeal waits first. */
export function FineList({ staffId, mayDecide }: { staffId: number; mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  const [state, setState] = useState("appealed");
  const query = useDeskList<DeskFineView>("desk/fines", { state });
  return (
    <>
      <Filters>
        <AnyChoice
          label={t("filters.state")}
          value={state}
          onChange={setState}
          values={fineStates}
          textOf={(one) => t(`fines.states.${one}`)}
        />
      </Filters>
      <StepList<DeskFineView, FineDecision>
        query={query}
        empty={t("fines.empty")}
        dialog={(asked) => <Decide {...asked} />}
      >
        {(fine, ask) => (
          <DeskRow
            main={
              <>
                <p className="font-semibold">{t(`fines.causes.${fine.cause}`)}</p>
                <p className="text-muted">
                  #{fine.id} · <Moment at={fine.announcedAt} />
                </p>
              </>
            }
            aside={
              <>
                <span className="tabular font-semibold">{displayRoubles(fine.amountKopecks)}</span>
                <StateBadge state={fine.state} text={t(`fines.states.${fine.state}`)} />
              </>
            }
          >
            <FineFacts fine={fine} />
            {mayDecide && fine.partner.id !== staffId ? (
              <Steps fine={fine} staffId={staffId} onAsk={ask} />
            ) : null}
          </DeskRow>
        )}
      </StepList>
    </>
  );
}

type StepsProps = { fine: DeskFineView; staffId: number; onAsk: (decision: FineDecision) => void };

function Steps({ fine, staffId, onAsk }: StepsProps) {
  const t = useTranslations("backOffice.fines");
  const isOpen = fine.state === "announced" || fine.state === "appealed";
  const isOwn = fine.proposer.id === staffId;
  if (!isOpen) return null;
  return (
    <>
      {isOwn && fine.state === "appealed" ? <p className="text-muted">{t("ownProposal")}</p> : null}
      <StepButtons
        steps={fine.state === "appealed" && !isOwn ? (["uphold", "cancel"] as const) : (["cancel"] as const)}
        textOf={(decision) => t(`decisions.${decision}`)}
        danger="uphold"
        onAsk={onAsk}
      />
    </>
  );
}

function FineFacts({ fine }: { fine: DeskFineView }) {
  const t = useTranslations("backOffice");
  const facts: Fact[] = [
    [t("facts.user"), <PersonName key="partner" person={fine.partner} />],
    [t("fines.words"), <Typed key="words" text={fine.words} />],
    [t("facts.order"), fine.orderId && `#${fine.orderId}`],
    [t("people.proposer"), <PersonName key="proposer" person={fine.proposer} />],
    [t("fines.reserved"), displayRoubles(fine.reservedKopecks)],
    [t("fines.appealUntil"), <Moment key="until" at={fine.appealUntil} form="date" />],
    [t("fines.appeal"), fine.appeal && <Typed text={fine.appeal} />],
    [t("people.decider"), fine.decidedBy && <PersonName person={fine.decidedBy} />],
    [t("facts.decided"), fine.decidedAt && <Moment at={fine.decidedAt} />],
    [t("fines.decision"), fine.decision && <Typed text={fine.decision} />],
  ];
  return <Facts facts={facts} />;
}

function Decide({ item: fine, step: decision, onClose }: Asked<DeskFineView, FineDecision>) {
  const t = useTranslations("backOffice");
  return (
    <ConfirmAction
      title={`${t(`fines.decisions.${decision}`)}: #${fine.id}`}
      facts={[
        [t("amount"), displayRoubles(fine.amountKopecks)],
        [t("facts.user"), <PersonName key="partner" person={fine.partner} />],
        [t("people.decider"), t("people.you")],
      ]}
      warning={t(`fines.warnings.${decision}`)}
      submit={t(`fines.decisions.${decision}`)}
      isDanger={decision === "uphold"}
      reason={{ label: t("reasonTold") }}
      call={(reason) => ({ path: `desk/fines/${fine.id}/decide`, body: { decision, reason }, isKeyed: true })}
      onClose={onClose}
    />
  );
}
