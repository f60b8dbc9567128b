"use client";

import { useTranslations } from "next-intl";
import { ProgressRing } from "#components/ui/progress-ring.tsx";
import { useTick } from "#features/activations/activations.client.ts";
import { type ActiveNumber, secondsLeftAt } from "#features/activations/active-list.rules.ts";
import { formatClock } from "#lib/i18n/formats.ts";

/** How long it still waits: a ring, and what happens then in words. */
export function TimeLeft({ number }: { number: ActiveNumber }) {
  const t = useTranslations("activations.profile");
  const secondsLeft = secondsLeftAt(number, useTick());
  // What was charged may have been refunded by the staff since: nothing comes back at the end.
  const isCaptured = number.money !== "held";
  return (
    <div className="flex items-center gap-3">
      <ProgressRing
        share={number.holdSeconds > 0 ? secondsLeft / number.holdSeconds : 0}
        className={secondsLeft < 60 ? "text-bad" : isCaptured ? "text-good" : "text-accent"}
      />
      <p className="text-sm" role="timer">
        <span className="tabular font-semibold">{formatClock(secondsLeft)}</span>{" "}
        <span className="text-muted">{isCaptured ? t("leftForMore") : t("leftThenRefund")}</span>
      </p>
    </div>
  );
}
