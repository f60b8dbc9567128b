"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { useKnownSearches, useReplace, useStopSearch } from "#features/activations/search/search.client.ts";
import { searchLimits } from "#features/activations/search/search.rules.ts";

const MINUTES = searchLimits.replaceAfterDefault / 60;

/** One press has a waiting number replaced when no SMS comes; another one keeps it. */
export function ReplaceToggle({ orderId }: { orderId: number }) {
  const t = useTranslations("activations.search");
  const { data } = useKnownSearches();
  const stop = useStopSearch();
  const replace = useReplace();
  const watch = data?.find(({ state, activationId }) => state === "watching" && activationId === orderId);
  if (!watch?.replace) {
    return (
      <Button
        tone="quiet"
        size="sm"
        className="w-fit"
        busy={replace.isPending}
        onClick={() => replace.mutate(orderId)}
      >
        {t("replaceOn", { minutes: MINUTES })}
      </Button>
    );
  }
  const { afterSeconds, done, times } = watch.replace;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
      <p>{t("replaceState", { minutes: Math.ceil(afterSeconds / 60), done, times })}</p>
      <Button tone="quiet" size="sm" busy={stop.isPending} onClick={() => stop.mutate(watch.id)}>
        {t("keep")}
      </Button>
    </div>
  );
}
