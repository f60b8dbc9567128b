"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { RepeatState } from "#features/activations/shop/shop.client.ts";

/** Shown while a number is searched for again and again; closing it stops the search. */
export function RepeatPopup({ repeat, onStop }: { repeat: RepeatState; onStop: () => void }) {
  const t = useTranslations("activations.shop");
  const share = repeat.attempt / repeat.attempts;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onStop()}
      title={t("searching")}
      description={`${repeat.row.service.name}, ${repeat.row.offer.name}`}
      closeLabel={t("stop")}
      actions={<Button onClick={onStop}>{t("stop")}</Button>}
    >
      <div className="grid gap-3">
        <p role="status" className="tabular flex items-center gap-3 font-medium">
          <Spinner className="size-5 text-accent" />
          {t("attempt", { attempt: repeat.attempt, attempts: repeat.attempts })}
        </p>
        <div aria-hidden="true" className="h-1.5 overflow-hidden rounded-full bg-sunken">
          <div
            className="h-full rounded-full bg-accent transition-[width] duration-200"
            style={{ width: `${share * 100}%` }}
          />
        </div>
        <p className="text-muted text-sm">{t("searchingHint")}</p>
      </div>
    </Dialog>
  );
}
