import { CircleCheck, CircleSlash, CircleX, Clock, Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { ClaimView } from "#features/payments/claims/claims.contract.ts";
import { ReturnAddress } from "#features/payments/claims/components/return-address.island.tsx";
import { WithdrawClaim } from "#features/payments/claims/components/withdraw-claim.island.tsx";
import { useMoneyText } from "#features/site/money.client.ts";

const looks = {
  open: { tone: "info", Icon: Clock },
  credited: { tone: "good", Icon: CircleCheck },
  returned: { tone: "neutral", Icon: Undo2 },
  rejected: { tone: "bad", Icon: CircleX },
  withdrawn: { tone: "neutral", Icon: CircleSlash },
} as const satisfies Record<ClaimView["state"], { tone: Tone; Icon: typeof Clock }>;

type ClaimListProps = { paymentId: number; claims: readonly ClaimView[]; onChange: () => void };

/** Claims about a payment with their state, the step that an open one misses, and what was answered, newest first. */
export function ClaimList({ paymentId, claims, onChange }: ClaimListProps) {
  return (
    <ul className="grid gap-3">
      {claims.map((claim) => (
        <Claim key={claim.id} paymentId={paymentId} claim={claim} onChange={onChange} />
      ))}
    </ul>
  );
}

type ClaimProps = { paymentId: number; claim: ClaimView; onChange: () => void };

function Claim({ paymentId, claim, onChange }: ClaimProps) {
  const t = useTranslations("payments.claims");
  const money = useMoneyText();
  const { tone, Icon } = looks[claim.state];
  const { id, state, creditedKopecks, transactionId, returnAddress, reason } = claim;
  return (
    <li className="grid gap-2 rounded-lg border border-line p-4">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="tabular font-semibold">{t("number", { id })}</span>
        <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
          {claim.stateText}
        </Badge>
      </p>
      <div role="status" className="grid gap-1 text-sm">
        {state === "open" ? <p>{t("sentLead")}</p> : null}
        {state === "credited" && creditedKopecks !== null ? (
          <p>{t("credited", { amount: money.both(creditedKopecks) })}</p>
        ) : null}
        {state === "returned" ? (
          <p className="wrap-anywhere">{t("returned", { address: returnAddress })}</p>
        ) : null}
        {reason ? <p className="wrap-anywhere">{t("reason", { reason })}</p> : null}
      </div>
      {state === "open" ? <ReturnAddress paymentId={paymentId} claim={claim} onChange={onChange} /> : null}
      {state === "open" ? <WithdrawClaim paymentId={paymentId} claimId={id} onChange={onChange} /> : null}
      <p className="break-all text-faint text-xs">{t("transaction", { id: transactionId })}</p>
    </li>
  );
}
