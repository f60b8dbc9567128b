"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { AmountInput, typedKopecks } from "#features/back-office/components/amount-input.tsx";
import { Choice, TextFilter } from "#features/back-office/components/choice.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import type { Fact } from "#features/back-office/components/facts.tsx";
import type { DeskOrderView } from "#features/back-office/corrections/corrections.contract.ts";
import { type CorrectionKind, correctionKinds } from "#features/back-office/corrections/corrections.rules.ts";
import type { PersonDetails } from "#features/back-office/people/people.contract.ts";
import { type FineCause, fineCauses } from "#features/partners/fines.rules.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

const digits = (text: string) => text.replace(/\D/g, "").slice(0, 15);

/** Opens the proposal of a correction; a known user is filled in. */
export function ProposeButton({ userId }: { userId?: number }) {
  const t = useTranslations("backOffice.corrections");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="accent" onClick={() => setOpen(true)}>
        {t("propose")}
      </Button>
      {isOpen ? <Propose userId={userId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function Propose({ userId, onClose }: { userId: number | undefined; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const [kind, setKind] = useState<CorrectionKind>("adjustment_credit");
  const [id, setId] = useState(userId === undefined ? "" : String(userId));
  const [orderId, setOrderId] = useState("");
  const [amount, setAmount] = useState("");
  const [cause, setCause] = useState<FineCause>("number_reused");
  const isRefund = kind === "activation_refund";
  const isFine = kind === "partner_fine";
  const typed = typedKopecks(amount);
  const subject = Number(isRefund ? orderId : id) || null;
  const body = () => {
    if (subject === null) return null;
    if (isRefund) return { kind, activationId: subject };
    if (typed === null) return null;
    const wanted = { kind, userId: subject, amountKopecks: typed };
    if (!isFine) return wanted;
    return { ...wanted, cause, ...(orderId === "" ? {} : { orderId: Number(orderId) }) };
  };
  return (
    <ConfirmAction
      title={t("corrections.propose")}
      facts={[]}
      warning={t(`corrections.${isRefund ? "refundWarning" : isFine ? "fineWarning" : "proposeWarning"}`)}
      submit={
        typed !== null && !isRefund
          ? t("corrections.proposeFor", { amount: displayRoubles(typed) })
          : t("corrections.propose")
      }
      reason={{ label: t(isFine ? "reasonTold" : "reason") }}
      call={(reason) => {
        const wanted = body();
        return wanted && { path: "desk/corrections", body: { ...wanted, reason }, isKeyed: true };
      }}
      onClose={onClose}
    >
      <Choice
        label={t("corrections.kind")}
        value={kind}
        onChange={(value) => setKind(value as CorrectionKind)}
        options={correctionKinds.map((one) => [one, t(`corrections.kinds.${one}`)] as const)}
      />
      {isRefund ? (
        <>
          <TextFilter
            label={t("facts.orderNumber")}
            type="text"
            inputMode="numeric"
            value={orderId}
            onChange={(text) => setOrderId(digits(text))}
          />
          {subject ? <OrderLine id={subject} /> : null}
        </>
      ) : (
        <>
          <TextFilter
            label={t("filters.userId")}
            type="text"
            inputMode="numeric"
            value={id}
            onChange={(text) => setId(digits(text))}
          />
          <AmountInput label={t("amount")} value={amount} onChange={setAmount} />
          {isFine ? (
            <FineFields cause={cause} onCause={setCause} orderId={orderId} onOrderId={setOrderId} />
          ) : null}
          {subject && !isFine ? <PersonLine id={subject} kind={kind} amountKopecks={typed ?? 0} /> : null}
        </>
      )}
    </ConfirmAction>
  );
}

type FineFieldsProps = {
  cause: FineCause;
  onCause: (cause: FineCause) => void;
  orderId: string;
  onOrderId: (text: string) => void;
};

function FineFields({ cause, onCause, orderId, onOrderId }: FineFieldsProps) {
  const t = useTranslations("backOffice");
  return (
    <>
      <Choice
        label={t("fines.cause")}
        value={cause}
        onChange={(value) => onCause(value as FineCause)}
        options={fineCauses.map((one) => [one, t(`fines.causes.${one}`)] as const)}
      />
      <TextFilter
        label={t("fines.orderOptional")}
        type="text"
        inputMode="numeric"
        value={orderId}
        onChange={(text) => onOrderId(digits(text))}
      />
    </>
  );
}

function Line({ facts, problem }: { facts: readonly Fact[]; problem: unknown }) {
  const ui = useTranslations("ui");
  if (problem) return <p className="text-bad text-sm">{toApiProblem(problem).message || ui("error")}</p>;
  return (
    <p className="text-sm">
      {facts.map(([label, value]) => (
        <span key={label} className="mr-4 inline-block">
          <span className="text-muted">{label}</span> <span className="tabular font-medium">{value}</span>
        </span>
      ))}
    </p>
  );
}

function PersonLine({
  id,
  kind,
  amountKopecks,
}: {
  id: number;
  kind: CorrectionKind;
  amountKopecks: number;
}) {
  const t = useTranslations("backOffice");
  const { data, error } = useDeskItem<PersonDetails>(`desk/people/${id}`);
  if (!data) return <Line facts={[]} problem={error} />;
  const isDebt = kind === "debt_write_off";
  const before = isDebt ? data.debtKopecks : data.wallet.availableKopecks;
  const after = before + (kind === "adjustment_credit" ? amountKopecks : -amountKopecks);
  return (
    <Line
      problem={error}
      facts={[
        [t("facts.user"), data.email],
        [t(isDebt ? "facts.debtBefore" : "facts.walletBefore"), displayRoubles(before)],
        [t(isDebt ? "facts.debtAfter" : "facts.walletAfter"), displayRoubles(after)],
      ]}
    />
  );
}

function OrderLine({ id }: { id: number }) {
  const t = useTranslations("backOffice");
  const { data, error } = useDeskItem<DeskOrderView>(`desk/orders/${id}`);
  if (!data) return <Line facts={[]} problem={error} />;
  return (
    <Line
      problem={error}
      facts={[
        [t("facts.order"), `${data.service}, ${data.country}`],
        [t("amount"), displayRoubles(data.priceKopecks)],
        [
          t("facts.state"),
          t(
            data.refundId
              ? "corrections.refunded"
              : data.isCaptured
                ? "corrections.captured"
                : "corrections.notCaptured",
          ),
        ],
      ]}
    />
  );
}
