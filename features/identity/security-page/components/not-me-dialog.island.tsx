"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { useDisownEvent } from "#features/identity/security-page/security-page.client.ts";
import type { SecurityEventView } from "#features/identity/security-page/security-page.contract.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

type NotMeDialogProps = { event: SecurityEventView; onSecured: () => void; onCancel: () => void };

/** Says what ends before it ends. */
export function NotMeDialog({ event, onSecured, onCancel }: NotMeDialogProps) {
  const t = useTranslations("identity.securityLog");
  const ui = useTranslations("ui");
  const disown = useDisownEvent();
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    setFailure(null);
    try {
      await disown.mutateAsync(event.id);
      onSecured();
    } catch (error) {
      setFailure(toApiProblem(error).message || ui("error"));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title={t("dialogTitle")}
      description={t(`kinds.${event.kind}`)}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onCancel}>{ui("cancel")}</Button>
          <Button tone="danger" busy={disown.isPending} onClick={() => void confirm()}>
            {t("confirm")}
          </Button>
        </>
      }
    >
      <p className="text-sm">{t("dialogText")}</p>
      {failure ? (
        <p role="alert" className="mt-3 text-bad text-sm">
          {failure}
        </p>
      ) : null}
    </Dialog>
  );
}
