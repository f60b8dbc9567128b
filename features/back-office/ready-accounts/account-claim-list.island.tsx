"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskList } from "#features/back-office/back-office.client.ts";
import { Choice, Filters } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DeskList, DeskRow } from "#features/back-office/components/desk-list.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import { StateBadge } from "#features/back-office/components/state-badge.tsx";
import type { AccountClaimView } from "#features/back-office/ready-accounts/account-claims.contract.ts";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import {
  type AccountClaimDecision,
  accountClaimDecisions,
  accountClaimStates,
} from "#features/ready-accounts/warranty/warranty.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type Asked = { claim: AccountClaimView; decision: AccountClaimDecision };

/** Claims under the warranty of ready accounts, oldest first; who moves money decides them. */
export function AccountClaimList({ mayDecide }: { mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  const [state, setState] = useState("open");
  const [asked, setAsked] = useState<Asked | null>(null);
  const query = useDeskList<AccountClaimView>("desk/ready-accounts/claims", { state }, "after");
  return (
    <>
      <Filters>
        <Choice
          label={t("filters.state")}
          value={state}
          onChange={setState}
          options={accountClaimStates.map((one) => [one, t(`accountClaims.states.${one}`)] as const)}
        />
      </Filters>
      <DeskList query={query} empty={t("accountClaims.empty")}>
        {(claim) => (
          <DeskRow
            main={
              <>
                <p>
                  <span className="wrap-anywhere font-semibold">{claim.offer.name}</span>{" "}
                  <span className="text-muted">{t("accountClaims.number", { id: claim.id })}</span>
                </p>
                <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
                  <span className="flex min-w-0 items-center gap-2">
                    <ServiceMark icon={claim.service.icon} name={claim.service.name} size="sm" />
                    <span className="wrap-anywhere">{claim.service.name}</span>
                  </span>
                  <span className="flex min-w-0 items-center gap-2">
                    <Flag src={claim.country.icon} />
                    <span className="wrap-anywhere">{claim.country.name}</span>
                  </span>
                </p>
              </>
            }
            aside={
              <>
                <span className="tabular font-semibold">{displayRoubles(claim.priceKopecks)}</span>
                <StateBadge state={claim.state} text={t(`accountClaims.states.${claim.state}`)} />
              </>
            }
          >
            <ClaimFacts claim={claim} />
            {mayDecide && claim.state === "open" ? (
              <div className="flex flex-wrap gap-2">
                {accountClaimDecisions.map((decision) => (
                  <Button
                    key={decision}
                    tone={decision === "refuse" ? "danger" : "plain"}
                    onClick={() => setAsked({ claim, decision })}
                  >
                    {t(`accountClaims.decisions.${decision}`)}
                  </Button>
                ))}
              </div>
            ) : null}
          </DeskRow>
        )}
      </DeskList>
      {asked ? <Decide {...asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

function ClaimFacts({ claim }: { claim: AccountClaimView }) {
  const t = useTranslations("backOffice");
  const { decidedAt, decidedBy } = claim;
  return (
    <Facts
      facts={[
        [
          t("accountClaims.text"),
          claim.text ? (
            <bdi key="text" className="wrap-anywhere whitespace-pre-line">
              {claim.text}
            </bdi>
          ) : null,
        ],
        [t("accountClaims.seller"), claim.seller ? <PersonName key="seller" person={claim.seller} /> : null],
        [
          t("accountClaims.objection"),
          claim.objection ? (
            <bdi key="objection" className="wrap-anywhere whitespace-pre-line">
              {claim.objection}
            </bdi>
          ) : null,
        ],
        [t("facts.user"), <PersonName key="user" person={claim.user} />],
        [
          t("accountClaims.history"),
          t("accountClaims.historyText", {
            claims: formatNumber(claim.buyerClaims),
            accounts: formatNumber(claim.buyerAccounts),
          }),
        ],
        [
          t("facts.order"),
          t("accountClaims.orderPlace", { order: String(claim.orderId), place: formatNumber(claim.place) }),
        ],
        [t("accountClaims.delivered"), <Moment key="delivered" at={claim.deliveredAt} />],
        [t("accountClaims.claimed"), <Moment key="claimed" at={claim.claimedAt} />],
        [
          t("accountClaims.due"),
          claim.state === "open" ? <Moment key="due" at={claim.dueAt} form="date" /> : null,
        ],
        [t("accountClaims.available"), claim.state === "open" ? formatNumber(claim.availableCount) : null],
        [
          t("people.decider"),
          decidedAt ? (
            <span key="decided">
              {decidedBy ? <PersonName person={decidedBy} /> : t("accountClaims.byTime")} ·{" "}
              <Moment at={decidedAt} />
            </span>
          ) : null,
        ],
        [t("withdrawals.told"), claim.reason],
        [t("accountClaims.refunded"), claim.refundKopecks && displayRoubles(claim.refundKopecks)],
      ]}
    />
  );
}

function Decide({ claim, decision, onClose }: Asked & { onClose: () => void }) {
  const t = useTranslations("backOffice");
  const warning =
    decision === "refuse" ? "refuse" : claim.availableCount > 0 ? "acceptReplaced" : "acceptRefunded";
  return (
    <ConfirmAction
      title={`${t(`accountClaims.decisions.${decision}`)}: ${t("accountClaims.number", { id: claim.id })}`}
      facts={[
        [t("facts.user"), <PersonName key="user" person={claim.user} />],
        [t("accountClaims.offer"), claim.offer.name],
        [t("accountClaims.price"), displayRoubles(claim.priceKopecks)],
        [t("people.decider"), t("people.you")],
      ]}
      warning={t(`accountClaims.warnings.${warning}`)}
      submit={t(`accountClaims.decisions.${decision}`)}
      isDanger={decision === "refuse"}
      reason={{ label: t("reasonTold") }}
      call={(reason) => ({
        path: `desk/ready-accounts/claims/${claim.id}/decide`,
        body: { decision, reason },
        isKeyed: true,
      })}
      onClose={onClose}
    />
  );
}
