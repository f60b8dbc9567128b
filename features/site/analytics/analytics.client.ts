import type { Counters } from "#features/site/analytics/analytics.rules.ts";
import { siteTimers } from "#features/site/site.rules.ts";
import { monotonicMs, now, nowMs } from "#lib/clock.ts";

type Metrica = ((...call: unknown[]) => void) & { a?: unknown[][]; l?: number };
type Page = { dataLayer?: unknown[]; ym?: Metrica };
const page = globalThis as unknown as Page;

let counters: Counters | null = null;

/** Fetches a counter once the page has been open for five seconds (decision 0584); what it shall hear waits for it. */
function load(src: string): void {
  const fetchIt = () => {
    const script = document.createElement("script");
    script.async = true;
    script.src = src;
    document.head.append(script);
  };
  setTimeout(fetchIt, Math.max(0, siteTimers.attributionAfterMs - monotonicMs()));
}

/** Google's tag reads calls as the very `arguments` of a function, not as arrays. */
function gtag(..._call: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: what the tag understands
  page.dataLayer?.push(arguments);
}

/** Loads the counters that have an id, once per page. Only with the visitor's leave: the caller has asked. */
export function loadCounters(wanted: Counters): void {
  if (counters) return;
  counters = wanted;
  page.dataLayer ??= [];
  const { googleTagId, metricaId } = wanted;
  if (googleTagId?.startsWith("GTM-")) {
    page.dataLayer.push({ "gtm.start": nowMs(), event: "gtm.js" });
    load(`https://www.googletagmanager.com/gtm.js?id=${googleTagId}`);
  } else if (googleTagId) {
    gtag("js", now());
    gtag("config", googleTagId, { send_page_view: false });
    load(`https://www.googletagmanager.com/gtag/js?id=${googleTagId}`);
  }
  if (metricaId) {
    const waiting: Metrica = (...call) => void waiting.a?.push(call);
    waiting.a = [];
    waiting.l = nowMs();
    page.ym ??= waiting;
    // No recording of screens: they show codes and numbers.
    page.ym(metricaId, "init", { defer: true, ecommerce: true, webvisor: false, clickmap: false });
    load("https://mc.yandex.ru/metrika/tag.js");
  }
}

/** Counts a page. `path` as `countedPath` has it. */
export function countPage(path: string, title: string, from: string): void {
  const url = location.origin + path;
  const view = { page_location: url, page_title: title, page_referrer: from };
  if (counters?.googleTagId?.startsWith("GTM-")) page.dataLayer?.push({ event: "page_view", ...view });
  else if (counters?.googleTagId) gtag("event", "page_view", view);
  if (counters?.metricaId) page.ym?.(counters.metricaId, "hit", url, { title, referer: from });
}

/** Hands a purchase to the page's counters; false where there are none. Metrica and Tag Manager read the data layer by themselves. */
export function countPurchase(ecommerce: object): boolean {
  if (!Array.isArray(page.dataLayer)) return false;
  page.dataLayer.push({ event: "purchase", ecommerce });
  if (counters?.googleTagId?.startsWith("G-")) gtag("event", "purchase", ecommerce);
  return true;
}
