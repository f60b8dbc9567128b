"use client";

import { useTranslations } from "next-intl";
import { displayRoubles } from "#components/ui/money.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DecisionList } from "#features/back-office/components/decision-list.island.tsx";
import { Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import type { Asked } from "#features/back-office/components/step-list.island.tsx";
import { Typed } from "#features/back-office/components/typed.tsx";
import type { AccountClaimView } from "#features/back-office/ready-accounts/account-claims.contract.ts";
import { OfferGoods } from "#features/back-office/ready-accounts/components/offer-goods.tsx";
import {
  type AccountClaimDecision,
  accountClaimDecisions,
  accountClaimStates,
} from "#features/ready-accounts/warranty/warranty.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Claims under the warranty of ready accounts, oldest first; who moves money decides them. */
export function AccountClaimList({ mayDecide }: { mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  return (
    <DecisionList<AccountClaimView, AccountClaimDecision>
      path="desk/ready-accounts/claims"
      states={accountClaimStates}
      stateText={(state) => t(`accountClaims.states.${state}`)}
      empty={t("accountClaims.empty")}
      main={(claim) => (
        <>
          <p>
            <span className="wrap-anywhere font-semibold">{claim.offer.name}</span>{" "}
            <span className="text-muted">{t("accountClaims.number", { id: claim.id })}</span>
          </p>
          <OfferGoods {...claim} />
        </>
      )}
      aside={(claim) => <span className="tabular font-semibold">{displayRoubles(claim.priceKopecks)}</span>}
      facts={(claim) => <ClaimFacts claim={claim} />}
      steps={(claim) => (mayDecide && claim.state === "open" ? accountClaimDecisions : [])}
      stepText={(decision) => t(`accountClaims.decisions.${decision}`)}
      danger="refuse"
      dialog={(asked) => <Decide {...asked} />}
    />
  );
}

function ClaimFacts({ claim }: { claim: AccountClaimView }) {
  const t = useTranslations("backOffice");
  const { decidedAt, decidedBy } = claim;
  return (
    <Facts
      facts={[
        [t("accountClaims.text"), claim.text ? <Typed key="text" text={claim.text} /> : null],
        [t("accountClaims.seller"), claim.seller ? <PersonName key="seller" person={claim.seller} /> : null],
        [
          t("accountClaims.objection"),
          claim.objection ? <Typed key="objection" text={claim.objection} /> : null,
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

function Decide({ item: claim, step: decision, onClose }: Asked<AccountClaimView, AccountClaimDecision>) {
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
