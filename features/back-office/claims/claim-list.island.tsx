"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import type { ClaimView } from "#features/back-office/claims/claims.contract.ts";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { DecisionList } from "#features/back-office/components/decision-list.island.tsx";
import { type Fact, Facts } from "#features/back-office/components/facts.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { PersonAt, PersonName } from "#features/back-office/components/person-name.tsx";
import type { Asked } from "#features/back-office/components/step-list.island.tsx";
import { minorText } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { claimStates } from "#features/payments/claims/claims.rules.ts";

const decisions = ["credit", "return", "reject"] as const;
type Decision = (typeof decisions)[number];

/** Claims about Tether transfers that did not fit, oldest first. */
export function ClaimList({ mayDecide }: { mayDecide: boolean }) {
  const t = useTranslations("backOffice");
  return (
    <DecisionList<ClaimView, Decision>
      path="desk/claims"
      states={claimStates}
      stateText={(state) => t(`claims.states.${state}`)}
      empty={t("empty.claims")}
      main={(claim) => (
        <>
          <p className="font-semibold">{t("claims.number", { id: claim.id })}</p>
          <p className="text-muted">
            <PersonAt person={claim.user} at={claim.createdAt} />
          </p>
        </>
      )}
      facts={(claim) => <ClaimFacts claim={claim} />}
      steps={(claim) => (mayDecide ? decisions.filter((decision) => isOpenTo(claim, decision)) : [])}
      stepText={(decision) => t(`claims.decisions.${decision}`)}
      danger="reject"
      dialog={(asked) => <Decide {...asked} />}
    />
  );
}

/**
 * Only an open claim is decided. What is not on the chain is neither credited nor sent back, and nothing is sent to an address before
 * it may be used.
 */
function isOpenTo(claim: ClaimView, decision: Decision): boolean {
  if (claim.state !== "open") return false;
  if (decision === "reject") return true;
  return claim.transfer !== null && (decision === "credit" || claim.returnAddressState === "usable");
}

const usdt = (micro: number) => `${minorText(BigInt(micro), "USDT")} USDT`;

/** What crediting brings, with the fee kept or not. */
function worthText({ transfer }: ClaimView, withFee: boolean): string {
  const worth = withFee ? transfer?.worthLessFeeKopecks : transfer?.worthKopecks;
  return worth ? displayRoubles(worth) : "—";
}

function ClaimFacts({ claim }: { claim: ClaimView }) {
  const t = useTranslations("backOffice");
  const { transfer } = claim;
  const isOther = transfer?.paymentId !== null && transfer?.paymentId !== claim.paymentId;
  const chain: Fact[] = transfer
    ? [
        [t("claims.onChain"), usdt(transfer.amountMicro)],
        [t("claims.block"), <Moment key="block" at={transfer.blockAt} />],
        [
          t("claims.from"),
          <code key="from" className="break-all font-mono text-xs">
            {transfer.fromAddress}
          </code>,
        ],
        [t("claims.worth"), transfer.worthKopecks === null ? "—" : displayRoubles(transfer.worthKopecks)],
        [
          t("claims.worthLessFee"),
          transfer.worthLessFeeKopecks === null ? "—" : displayRoubles(transfer.worthLessFeeKopecks),
        ],
      ]
    : [
        [
          t("claims.onChain"),
          <span key="none" className="text-warn">
            {t("claims.notFound")}
          </span>,
        ],
      ];
  return (
    <>
      <Facts
        facts={[
          [
            t("facts.payment"),
            <LocaleLink
              key="payment"
              href={`/desk/payments/${claim.paymentId}`}
              className="text-link underline"
            >
              {t("paymentNumber", { id: claim.paymentId })}
            </LocaleLink>,
          ],
          [t("claims.asked"), claim.chargeAmount && `${claim.chargeAmount} USDT`],
          ...chain,
          [
            t("withdrawals.transaction"),
            <code key="tx" className="break-all font-mono text-xs">
              {claim.transactionId}
            </code>,
          ],
          [
            t("claims.returnTo"),
            <code key="to" className="break-all font-mono text-xs">
              {claim.returnAddress}
            </code>,
          ],
          [t("claims.returnState"), <ReturnState key="return-state" claim={claim} />],
          [t("claims.contact"), claim.contact],
          ...claim.signatures.map(
            ({ by, withFee, signedAt }): Fact => [
              t("claims.signed", { name: by.name || by.email }),
              <span key={by.id}>
                {worthText(claim, withFee)} · <Moment at={signedAt} />
              </span>,
            ],
          ),
          [t("facts.credited"), claim.creditedKopecks && displayRoubles(claim.creditedKopecks)],
          [t("claims.sentBackBy"), claim.returnTransactionId],
          [t("people.decider"), claim.decidedBy && <PersonName person={claim.decidedBy} />],
          [t("withdrawals.told"), claim.reason],
        ]}
      />
      {transfer && isOther ? (
        <p className="text-warn">{t("claims.otherPayment", { id: transfer.paymentId ?? 0 })}</p>
      ) : null}
      {claim.otherClaims > 0 ? (
        <p className="text-warn">{t("claims.others", { count: claim.otherClaims })}</p>
      ) : null}
    </>
  );
}

/** Whether money may go to the return address; it is not read in full before. */
function ReturnState({ claim: { returnAddressState, returnRestsUntil } }: { claim: ClaimView }) {
  const t = useTranslations("backOffice.claims.returnStates");
  if (returnAddressState === "usable") return t("usable");
  return (
    <span className="text-warn">
      {t(returnAddressState)}{" "}
      {returnRestsUntil === null ? null : <Moment at={returnRestsUntil} form="date" />}
    </span>
  );
}

function Decide({ item: claim, step: decision, onClose }: Asked<ClaimView, Decision>) {
  const t = useTranslations("backOffice");
  const id = useId();
  const [withFee, setWithFee] = useState(true);
  const [transactionId, setTransactionId] = useState("");
  const amount = worthText(claim, withFee);
  const signers = claim.signatures.map(({ by }) => by.name || by.email).join(", ");
  const body = (reason: string) => {
    if (decision === "credit") return { decision, withFee, reason };
    if (decision === "reject") return { decision, reason };
    const returnTransactionId = transactionId.trim().toLowerCase();
    return /^[0-9a-f]{64}$/.test(returnTransactionId) ? { decision, returnTransactionId, reason } : null;
  };
  return (
    <ConfirmAction
      title={`${t(`claims.decisions.${decision}`)}: ${t("claims.number", { id: claim.id })}`}
      facts={[
        [t("facts.user"), <PersonName key="user" person={claim.user} />],
        [t("claims.onChain"), claim.transfer && usdt(claim.transfer.amountMicro)],
        [t("claims.toBalance"), decision === "credit" ? amount : null],
        [t("claims.returnTo"), decision === "return" ? claim.returnAddress : null],
        [t("people.first"), decision === "credit" ? signers : null],
        [t("people.decider"), t("people.you")],
      ]}
      warning={t(`claims.warnings.${decision}`)}
      submit={decision === "credit" ? t("claims.creditFor", { amount }) : t(`claims.decisions.${decision}`)}
      isDanger={decision === "reject"}
      reason={{ label: t("reasonTold") }}
      call={(reason) => {
        const wanted = body(reason);
        return wanted && { path: `desk/claims/${claim.id}/decide`, body: wanted, isKeyed: true };
      }}
      onClose={onClose}
    >
      {decision === "credit" ? (
        <Checkbox checked={withFee} onChange={(event) => setWithFee(event.target.checked)}>
          {t("claims.keepFee")}
        </Checkbox>
      ) : null}
      {decision === "return" ? (
        <TextField
          id={id}
          label={t("claims.sentBackBy")}
          value={transactionId}
          maxLength={64}
          spellCheck={false}
          onChange={(event) => setTransactionId(event.target.value)}
        />
      ) : null}
    </ConfirmAction>
  );
}
