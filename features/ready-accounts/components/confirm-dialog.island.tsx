"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";

/** Before the first look at an offer: where it is written how accounts are used and replaced. */
export function ConfirmDialog({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  const t = useTranslations("readyAccounts.confirm");
  const ui = useTranslations("ui");
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t("title")}
      closeLabel={ui("close")}
      actions={
        <Button tone="accent" onClick={onConfirm}>
          {t("ok")}
        </Button>
      }
    >
      <p>
        {t.rich("text", {
          link: (text) => (
            <LocaleLink href="/faq" className="touch font-medium text-link underline">
              {text}
            </LocaleLink>
          ),
        })}
      </p>
    </Dialog>
  );
}
