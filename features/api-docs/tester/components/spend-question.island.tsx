"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";

/** Asks before a live key pays. */
export function SpendQuestion({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  const t = useTranslations("buyerApi.tester.spend");
  const ui = useTranslations("ui");
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t("title")}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button tone="accent" onClick={onConfirm}>
            {t("confirm")}
          </Button>
        </>
      }
    >
      <p className="text-sm">{t("text")}</p>
    </Dialog>
  );
}
