"use client";

import { useEffect, useState } from "react";
import { monotonicMs } from "#lib/clock.ts";
import { formatClock } from "#lib/i18n/formats.ts";

/**
 * Seconds left, counted down from what the server said (`secondsLeft` when it was rendered or fetched), so that a wrong
 * clock on the visitor's device does not matter. `onEnd` runs once at zero.
 */
export function useSecondsLeft(secondsLeft: number, onEnd?: () => void): number {
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const startedMs = monotonicMs();
    let timer: ReturnType<typeof setInterval> | undefined;
    const tick = () => {
      const next = Math.max(0, secondsLeft - (monotonicMs() - startedMs) / 1000);
      setLeft(next);
      if (next > 0) return;
      clearInterval(timer);
      onEnd?.();
    };
    setLeft(secondsLeft);
    timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [secondsLeft, onEnd]);
  return left;
}

/** "14:05", ticking. */
export function Countdown({ secondsLeft, onEnd }: { secondsLeft: number; onEnd?: () => void }) {
  return <span className="tabular">{formatClock(Math.ceil(useSecondsLeft(secondsLeft, onEnd)))}</span>;
}
