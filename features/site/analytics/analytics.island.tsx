"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { type Counters, countedPath } from "#features/site/analytics/analytics.rules.ts";
import { useStatisticsAllowed } from "#features/site/consent.client.ts";

/**
 * Counts pages as they open, for who allowed it in the cookie notice. Before that nothing of the counters is loaded; the page on
 * which the leave is given is counted, too.
 */
export function Analytics({ counters }: { counters: Counters }) {
  const pathname = usePathname();
  const isAllowed = useStatisticsAllowed();
  const last = useRef({ path: "", url: "" });
  useEffect(() => {
    if (!isAllowed) return;
    const path = countedPath(pathname, location.search);
    if (path === null || path === last.current.path) return;
    const from = last.current.url || document.referrer;
    last.current = { path, url: location.origin + path };
    void import("#features/site/analytics/analytics.client.ts").then(({ loadCounters, countPage }) => {
      loadCounters(counters);
      countPage(path, document.title, from);
    });
  }, [counters, isAllowed, pathname]);
  return null;
}
