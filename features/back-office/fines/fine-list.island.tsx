"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { AnyChoice, Filters } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { type Fact, Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import type { DeskFineView } from "#features/back-office/fines/fines.contract.ts";
import { type FineDecision, fineStates } from "#features/partners/fines.rules.ts";

type Asked = { fine: DeskFineView; decision: FineDecision };

/** Fines of partners: those whose appeal waits first. */
export function FineList({ staffId, mayDecide }: { staffId: number; mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  const [state, setState] = useState("appealed");
  const [asked, setAsked] = useState<Asked | null>(null);
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
      <DeskList query={query} empty={t("fines.empty")}>
        {(fine) => (
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
              <Steps fine={fine} staffId={staffId} onAsk={(decision) => setAsked({ fine, decision })} />
            ) : null}
          </DeskRow>
        )}
      </DeskList>
      {asked ? <Decide {...asked} onClose={() => setAsked(null)} /> : null}
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
      <div className="flex flex-wrap gap-2">
        {fine.state === "appealed" && !isOwn ? (
          <Button tone="danger" onClick={() => onAsk("uphold")}>
            {t("decisions.uphold")}
          </Button>
        ) : null}
        <Button tone="plain" onClick={() => onAsk("cancel")}>
          {t("decisions.cancel")}
        </Button>
      </div>
    </>
  );
}

/** What somebody wrote: shown as text, and apart from the direction of the line. */
function Typed({ text }: { text: string }) {
  return <bdi className="wrap-anywhere whitespace-pre-line">{text}</bdi>;
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

function Decide({ fine, decision, onClose }: Asked & { onClose: () => void }) {
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
