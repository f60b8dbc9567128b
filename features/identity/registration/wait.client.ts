import { useEffect, useState } from "react";
import { monotonicMs } from "#lib/clock.ts";

/** Seconds that are left of a wait which the server told, counted down on the screen, and how to begin another one. */
export function useWait(seconds: number): [secondsLeft: number, begin: (seconds: number) => void] {
  const [untilMs, setUntilMs] = useState(() => monotonicMs() + seconds * 1_000);
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  useEffect(() => {
    const look = () => {
      const left = Math.max(0, Math.ceil((untilMs - monotonicMs()) / 1_000));
      setSecondsLeft(left);
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1_000);
    look();
    return () => clearInterval(timer);
  }, [untilMs]);
  return [secondsLeft, (next) => setUntilMs(monotonicMs() + next * 1_000)];
}
