"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Spinner } from "#components/ui/spinner.tsx";
import { pressedAddress } from "#features/site/link-press.client.ts";
import { siteTimers } from "#features/site/site.rules.ts";

/** From here on a card says in words that the page is coming. */
const LONG_MS = 2_000;
/** A way that has not ended by then has failed, or was no way at all (a download). */
const GIVEN_UP_MS = 30_000;
const LOOK_EVERY_MS = 50;

type Stage = "none" | "line" | "card";

const here = () => location.pathname + location.search;

/**
 * Shows that a page is on its way: a line after 200 ms (spec, section 9), after two seconds a card that says so. A quick page
 * shows neither.
 */
export function RouteLoader() {
  const t = useTranslations("site.loading");
  const [stage, setStage] = useState<Stage>("none");
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = [];
    let look: ReturnType<typeof setInterval> | undefined;
    const end = () => {
      for (const timer of timers) clearTimeout(timer);
      timers = [];
      clearInterval(look);
      setStage("none");
    };
    const begin = (event: MouseEvent) => {
      if (!pressedAddress(event)) return;
      end();
      const from = here();
      // The router says nothing when a page has come, but the address is then another one.
      look = setInterval(() => here() !== from && end(), LOOK_EVERY_MS);
      timers = [
        setTimeout(() => setStage("line"), siteTimers.routeLoaderThrottleMs),
        setTimeout(() => setStage("card"), LONG_MS),
        setTimeout(end, GIVEN_UP_MS),
      ];
    };
    // A page out of the browser's memory comes back as it was left.
    addEventListener("pageshow", end);
    document.addEventListener("click", begin, true);
    return () => {
      end();
      removeEventListener("pageshow", end);
      document.removeEventListener("click", begin, true);
    };
  }, []);
  return (
    <div role="status" className="contents">
      {stage === "none" ? null : (
        <div className="route-line fixed inset-x-0 top-0 z-50 h-0.5 bg-accent" aria-hidden="true" />
      )}
      {stage === "card" ? (
        <p className="fixed top-1/3 left-1/2 z-50 flex -translate-x-1/2 items-center gap-3 rounded-lg border border-line-strong/25 bg-raised px-5 py-4 shadow-pop">
          <Spinner />
          {t("page")}
        </p>
      ) : null}
    </div>
  );
}
