import { scrollThresholdPx } from "#features/site/site.rules.ts";

/** Whether a list that scrolls by itself stands so near its end that more is fetched. */
export function isNearEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight < scrollThresholdPx;
}
