"use client";

import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import type { CardAction } from "#features/activations/card-actions.rules.ts";
import { useKnownSearches, useReplace, useStopSearch } from "#features/activations/search/search.client.ts";
import { searchLimits } from "#features/activations/search/search.rules.ts";

/** What the server takes when nothing else is said. */
const byDefault = {
  afterSeconds: searchLimits.replaceAfterDefault,
  times: searchLimits.replaceTimesDefault,
  done: 0,
};

/**
 * One press has a waiting number replaced when no SMS comes; another one keeps it. The button is the same element in both
 * states, and what is seen only in one of them keeps its room in the other: a press that began before the change finds its
 * button, and nothing below it moves. Of a number that took the place of one it says so, for as long as it may be seen here.
 */
export function ReplaceToggle({ orderId }: { orderId: number }) {
  const t = useTranslations("activations.search");
  const { data } = useKnownSearches();
  const stop = useStopSearch();
  const replace = useReplace();
  const search = data?.find(({ activationId }) => activationId === orderId);
  const watch = search?.state === "watching" ? search : undefined;
  const isOn = Boolean(watch?.replace);
  const { afterSeconds, done, times } = search?.replace ?? byDefault;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        tone="quiet"
        size="sm"
        className="h-auto! min-h-8 max-w-full shrink! whitespace-normal! text-left"
        aria-pressed={isOn}
        data-action={"replace" satisfies CardAction}
        busy={replace.isPending || stop.isPending}
        onClick={() => (watch?.replace ? stop.mutate(watch.id) : replace.mutate(orderId))}
        icon={
          <span
            aria-hidden="true"
            className={cx(
              "grid size-4 shrink-0 place-items-center rounded-sm border",
              isOn ? "border-accent bg-accent text-on-accent" : "border-line-strong",
            )}
          >
            <Check className={cx("size-3", !isOn && "invisible")} />
          </span>
        }
      >
        {t("replaceOn", { minutes: Math.ceil(afterSeconds / 60) })}
      </Button>
      <p className={cx("tabular text-muted text-sm", !isOn && done === 0 && "invisible")}>
        {t(done > 0 ? "replacement" : "replaceUsed", { done, times })}
      </p>
    </div>
  );
}
