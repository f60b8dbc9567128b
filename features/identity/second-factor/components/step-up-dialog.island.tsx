"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { ProofForm } from "#features/identity/second-factor/components/proof-form.island.tsx";
import { api } from "#lib/api/browser-client.ts";

type StepUpDialogProps = { onShown: () => void; onCancel: () => void };

/** Asks for a code of the second factor and shows it to the API. */
export function StepUpDialog({ onShown, onCancel }: StepUpDialogProps) {
  const t = useTranslations("identity.secondFactor");
  const ui = useTranslations("ui");
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title={t("stepUpTitle")}
      description={t("stepUpText")}
      closeLabel={ui("close")}
    >
      <ProofForm
        asks="code"
        submit={t("confirm")}
        onCancel={onCancel}
        onProof={async ({ code }) => {
          await api.post("auth/second-factor/step-up", { code });
          onShown();
        }}
      />
    </Dialog>
  );
}
