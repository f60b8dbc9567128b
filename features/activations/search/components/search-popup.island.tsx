"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { SearchProgress } from "#features/activations/search/components/search-progress.tsx";
import { isRunning, useSearches, useStopSearch } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";

type PopupProps = {
  id: number;
  what: string;
  rubPerUsd: number | null;
  /** The search has ended, or has its number. */
  onEnd: (view: SearchView) => void;
  /** The buyer closes the popup and the search goes on. */
  onLeave: () => void;
};

/** Shown while the server searches. Closing it stops the search; it can be left to run, too. */
export function SearchPopup({ id, what, rubPerUsd, onEnd, onLeave }: PopupProps) {
  const t = useTranslations("activations.search");
  const { data } = useSearches();
  const { mutate, isPending } = useStopSearch();
  const view = data?.find((search) => search.id === id);
  const tell = useRef(onEnd);
  tell.current = onEnd;
  useEffect(() => {
    if (view && !isRunning(view)) tell.current(view);
  }, [view]);
  const stop = () => mutate(id);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || stop()}
      title={t("title")}
      description={what}
      closeLabel={t("stop")}
      actions={
        <>
          <Button busy={isPending || view?.state === "stopping"} onClick={stop}>
            {t("stop")}
          </Button>
          <Button tone="accent" onClick={onLeave}>
            {t("leave")}
          </Button>
        </>
      }
    >
      {view ? (
        <div className="grid gap-3">
          <SearchProgress search={view} rubPerUsd={rubPerUsd} />
          <p className="text-muted text-sm">{t("hint")}</p>
        </div>
      ) : null}
    </Dialog>
  );
}
