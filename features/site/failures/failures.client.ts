import { useEffect, useState } from "react";
import {
  FAILURE_META,
  type FailureWords,
  isLostChunk,
  mayReload,
} from "#features/site/failures/failures.rules.ts";
import { nowMs } from "#lib/clock.ts";

const RELOADED_KEY = "reloaded-for-lost-part";

/** When this tab was last loaded anew; "unknown" when the browser keeps nothing, since then nobody could count. */
function lastReloadMs(): number | null | "unknown" {
  try {
    const kept = sessionStorage.getItem(RELOADED_KEY);
    return kept === null ? null : Number(kept);
  } catch {
    return "unknown";
  }
}

/** Loads the page anew when a part of it could not be loaded, once a minute at most. True while that happens. */
export function useReloadForLostChunk(error: unknown): boolean {
  const [isReloading] = useState(() => {
    if (typeof window === "undefined" || !isLostChunk(error)) return false;
    const last = lastReloadMs();
    return last !== "unknown" && mayReload(last, nowMs());
  });
  useEffect(() => {
    if (!isReloading) return;
    sessionStorage.setItem(RELOADED_KEY, String(nowMs()));
    location.reload();
  }, [isReloading]);
  return isReloading;
}

/** The words that the page came with, or null where there is no page. To be read before an error page takes its place. */
export function readFailureWords(): FailureWords | null {
  if (typeof document === "undefined") return null;
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${FAILURE_META}"]`)?.content;
  return content ? (JSON.parse(content) as FailureWords) : null;
}
