import { showToast, type Toast } from "#components/ui/toasts.ts";

/** Long enough to come back from the service that asked for the code. */
export const NEWS_SHOWN_MS = 60_000;

/** A notification of what came for a number, with the code to copy where there is one. */
export function showArrival(text: string, copy: Toast["copy"]): void {
  showToast({ type: "success", text, shownMs: NEWS_SHOWN_MS, copy });
}
