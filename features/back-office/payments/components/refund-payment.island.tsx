"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { displayRoubles } from "#components/ui/money.tsx";
import { AmountInput, typedKopecks } from "#features/back-office/components/amount-input.tsx";
import { ConfirmAction } from "#features/back-office/components/confirm-action.island.tsx";
import { PersonName } from "#features/back-office/components/person-name.tsx";
import type { DeskPayment } from "#features/back-office/payments/payments.contract.ts";

/** Asks for unused money of a payment to go back where it came from. */
export function RefundPayment({ payment, onClose }: { payment: DeskPayment; onClose: () => void }) {
  const t = useTranslations("backOffice");
  const [amount, setAmount] = useState("");
  const amountKopecks = typedKopecks(amount);
  return (
    <ConfirmAction
      title={t("refund.title", { id: payment.id })}
      facts={[
        [t("facts.user"), payment.user && <PersonName key="user" person={payment.user} />],
        [t("facts.paid"), displayRoubles(payment.amountKopecks)],
        [t("refund.goesBack"), amountKopecks === null ? "—" : displayRoubles(amountKopecks)],
      ]}
      warning={t("refund.warning")}
      submit={
        amountKopecks === null
          ? t("refund.submitEmpty")
          : t("refund.submit", { amount: displayRoubles(amountKopecks) })
      }
      reason={{ label: t("reason") }}
      call={(reason) =>
        amountKopecks === null
          ? null
          : { path: "desk/refunds", body: { paymentId: payment.id, amountKopecks, reason }, isKeyed: true }
      }
      onClose={onClose}
    >
      <AmountInput label={t("amount")} value={amount} onChange={setAmount} />
    </ConfirmAction>
  );
}
