"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextareaField } from "#components/ui/text-field.tsx";
import type { AccountClaimDecision } from "#features/ready-accounts/warranty/warranty.rules.ts";
import { warrantyLimits } from "#features/ready-accounts/warranty/warranty.rules.ts";
import type { StoreClaim } from "#features/stores/claims/store-claims.contract.ts";
import { useStoreStep } from "#features/stores/store-step.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type AnswerDialogProps = { claim: StoreClaim; decision: AccountClaimDecision; onClose: () => void };

/** Says what follows from an answer to a claim, and takes the words for the buyer. */
export function AnswerDialog({ claim, decision, onClose }: AnswerDialogProps) {
  const t = useTranslations("stores.claims");
  const ui = useTranslations("ui");
  const id = useId();
  const step = useStoreStep();
  const [reason, setReason] = useState("");
  const isShort = reason.trim().length < 3;
  const [isTried, setTried] = useState(false);
  const action = t(decision === "accept" ? "accept" : "object");
  const { overruleHours } = warrantyLimits;
  const send = async () => {
    setTried(true);
    if (isShort) return;
    const path = `store/claims/${claim.id}/answer`;
    await step
      .mutateAsync({ path, body: { decision, reason } })
      .then(onClose)
      .catch(() => null);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${action}: ${claim.offerName}`}
      description={
        decision === "accept"
          ? t("acceptWarning")
          : t("objectWarning", { hours: overruleHours, shown: formatNumber(overruleHours) })
      }
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button
            tone={decision === "accept" ? "accent" : "danger"}
            busy={step.isPending}
            onClick={() => void send()}
          >
            {action}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <TextareaField
          id={id}
          label={t("reason")}
          error={isTried && isShort ? ui("required") : undefined}
          value={reason}
          maxLength={500}
          onChange={(event) => setReason(event.target.value)}
        />
        {step.error ? (
          <Notice tone="bad" live>
            {toApiProblem(step.error).message || ui("error")}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
