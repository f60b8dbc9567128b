"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";

type AskFirstProps = {
  step: "rotate" | "remove";
  name: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** A question before a step that programs feel. */
export function AskFirst({ step, name, busy, onConfirm, onClose }: AskFirstProps) {
  const t = useTranslations("notifications.webhooks");
  const ui = useTranslations("ui");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`${step}Title`)}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button tone={step === "remove" ? "danger" : "accent"} busy={busy} onClick={onConfirm}>
            {t(`actions.${step}`)}
          </Button>
        </>
      }
    >
      <p className="text-sm">{t(`${step}Text`, { name })}</p>
    </Dialog>
  );
}
