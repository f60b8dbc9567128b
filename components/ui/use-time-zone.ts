import { useSyncExternalStore } from "react";

const neverChanges = () => () => {};

/**
 * The visitor's time zone; UTC on the server, and so in the first picture of the page. Asking `Intl` while rendering would leave
 * what the server wrote, in its own zone, on the page for good.
 */
export function useTimeZone(): string {
  return useSyncExternalStore(
    neverChanges,
    () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    () => "UTC",
  );
}
