import { useEffect, useRef } from "react";
import { siteTimers } from "#features/site/site.rules.ts";
import { useLiveState } from "#lib/api/live-state.ts";

/** Milliseconds until the next look after `polls` of them, or false when there were enough (spec, section 9). */
export function nextPollMs(polls: number): number | false {
  return polls < siteTimers.balancePollTimes ? siteTimers.balancePollEveryMs : false;
}

/** A list's `refetchInterval`: polled only while live events do not reach the page, and anew after each time they did. */
export function useFallbackPolling(): () => number | false {
  const isLive = useLiveState((state) => state.isLive);
  const polls = useRef(0);
  useEffect(() => {
    if (isLive) polls.current = 0;
  }, [isLive]);
  return () => {
    const pauseMs = isLive ? false : nextPollMs(polls.current);
    if (pauseMs !== false) polls.current += 1;
    return pauseMs;
  };
}
