"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { PasskeyButton } from "#features/identity/passkeys/components/passkey-button.island.tsx";
import { loadWebauthn, passkeysQuery } from "#features/identity/passkeys/passkeys.client.ts";
import { ProofForm } from "#features/identity/second-factor/components/proof-form.island.tsx";
import { api } from "#lib/api/browser-client.ts";

type StepUpDialogProps = { onShown: () => void; onCancel: () => void };

/** Asks for a code of the second factor and shows it to the API. */
export function StepUpDialog({ onShown, onCancel }: StepUpDialogProps) {
  const t = useTranslations("identity.secondFactor");
  const passkeys = useTranslations("identity.passkeys");
  const hasPasskey = (useQuery(passkeysQuery).data ?? []).length > 0;
  const ui = useTranslations("ui");
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title={t("stepUpTitle")}
      description={t("stepUpText")}
      closeLabel={ui("close")}
    >
      {hasPasskey ? (
        <PasskeyButton
          label={passkeys("instead")}
          show={async () => (await loadWebauthn()).showAgain()}
          onShown={onShown}
        />
      ) : null}
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
