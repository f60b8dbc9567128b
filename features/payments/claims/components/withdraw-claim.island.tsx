"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { withdrawClaim } from "#features/payments/claims/claims.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

type WithdrawClaimProps = { paymentId: number; claimId: number; onChange: () => void };

/** Withdraws an open claim, at the second press. */
export function WithdrawClaim({ paymentId, claimId, onChange }: WithdrawClaimProps) {
  const t = useTranslations("payments.claims");
  const ui = useTranslations("ui");
  const [isAsked, setAsked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      await withdrawClaim(paymentId, claimId);
      showToast({ type: "success", text: t("withdrawn", { id: claimId }) });
      onChange();
    } catch (error) {
      showToast({ type: "error", text: toApiProblem(error).message || ui("error") });
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button
        size="sm"
        tone={isAsked ? "danger" : "quiet"}
        busy={isBusy}
        onClick={() => (isAsked ? void withdraw() : setAsked(true))}
      >
        {isAsked ? t("withdrawSure") : t("withdraw")}
      </Button>
    </div>
  );
}
