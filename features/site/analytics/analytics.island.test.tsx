import { act, waitFor } from "@testing-library/react";
import cookie from "js-cookie";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { siteTimers } from "#features/site/site.rules.ts";
import { consents } from "#lib/cookies.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

type Page = { dataLayer?: unknown[]; ym?: { a?: unknown[][] } };
const page = globalThis as unknown as Page;
let pathname = "/";
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => pathname,
}));

/** Counters remember that they are loaded, as on a page; each test has a page of its own. */
async function show(counters: { googleTagId?: string; metricaId?: number }) {
  vi.resetModules();
  const { Analytics } = await import("#features/site/analytics/analytics.island.tsx");
  const { keepConsent } = await import("#features/site/consent.client.ts");
  let render = () => {};
  function Page() {
    const [, setTurn] = useState(0);
    render = () => setTurn((turn) => turn + 1);
    return <Analytics counters={counters} />;
  }
  renderIsland(<Page />);
  const goTo = (path: string) => {
    pathname = path;
    act(() => render());
  };
  return { goTo, keepConsent };
}

const sources = () => [...document.head.querySelectorAll("script")].map(({ src }) => src);
const calls = () => (page.dataLayer ?? []).map((entry) => ({ ...(entry as object) }));

let openForMs = 0;
beforeEach(() => {
  pathname = "/";
  openForMs = 60_000;
  vi.spyOn(performance, "now").mockImplementation(() => openForMs);
});
afterEach(() => {
  cookie.remove("cookie-notice", { path: "/" });
  cookie.remove("session-token", { path: "/" });
  for (const script of document.head.querySelectorAll("script")) script.remove();
  delete page.dataLayer;
  delete page.ym;
});

test("nothing of a counter is loaded before the visitor allows it, and nothing after a no", async () => {
  const { keepConsent } = await show({ googleTagId: "G-TEST1", metricaId: 77 });
  act(() => keepConsent(consents.necessary));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([sources(), page.dataLayer, page.ym]).toEqual([[], undefined, undefined]);
});

test("with the visitor's leave Google's tag is loaded once and told of each page", async () => {
  cookie.set("cookie-notice", "all", { path: "/" });
  const { goTo } = await show({ googleTagId: "G-TEST1" });
  await waitFor(() => expect(calls()).toHaveLength(3));
  goTo("/services");
  await waitFor(() => expect(calls()).toHaveLength(4));
  await waitFor(() => expect(sources()).toEqual(["https://www.googletagmanager.com/gtag/js?id=G-TEST1"]));
  expect(calls()[1]).toEqual({ 0: "config", 1: "G-TEST1", 2: { send_page_view: false } });
  expect(calls()[2]).toMatchObject({
    0: "event",
    1: "page_view",
    2: { page_location: `${location.origin}/` },
  });
  expect(calls()[3]).toMatchObject({
    2: { page_location: `${location.origin}/services`, page_referrer: `${location.origin}/` },
  });
});

test("no page is counted after the leave was taken back", async () => {
  cookie.set("cookie-notice", "all", { path: "/" });
  const { goTo, keepConsent } = await show({ googleTagId: "G-TEST1" });
  await waitFor(() => expect(calls()).toHaveLength(3));
  act(() => keepConsent(consents.necessary));
  goTo("/services");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(calls()).toHaveLength(3);
});

test("Tag Manager hears of pages in the data layer, from the page on which the leave was given", async () => {
  const { keepConsent } = await show({ googleTagId: "GTM-TEST1" });
  act(() => keepConsent(consents.all));
  await waitFor(() => expect(calls()).toHaveLength(2));
  expect(calls()).toMatchObject([{ event: "gtm.js" }, { event: "page_view" }]);
  await waitFor(() => expect(sources()).toEqual(["https://www.googletagmanager.com/gtm.js?id=GTM-TEST1"]));
});

test("Metrica records no screens and hears of pages and of the data layer's purchases", async () => {
  cookie.set("cookie-notice", "all", { path: "/" });
  await show({ metricaId: 77 });
  await waitFor(() => expect(page.ym?.a).toHaveLength(2));
  expect(page.ym?.a).toMatchObject([
    [77, "init", { ecommerce: true, webvisor: false }],
    [77, "hit", `${location.origin}/`, {}],
  ]);
  expect(page.dataLayer).toEqual([]);
});

test("a counter is fetched when the page has been open for five seconds and hears of everything before", async () => {
  cookie.set("cookie-notice", "all", { path: "/" });
  openForMs = 1_200;
  const waits: (() => void)[] = [];
  const wait = globalThis.setTimeout;
  vi.spyOn(globalThis, "setTimeout").mockImplementation(((run: () => void, ms?: number) => {
    if (ms !== siteTimers.attributionAfterMs - openForMs) return wait(run, ms);
    waits.push(run);
    return 0;
  }) as typeof setTimeout);
  const { goTo } = await show({ metricaId: 77 });
  await waitFor(() => expect(page.ym?.a).toHaveLength(2));
  goTo("/services");
  await waitFor(() => expect(page.ym?.a).toHaveLength(3));
  expect(siteTimers.attributionAfterMs).toBe(5_000);
  expect(sources()).toEqual([]);
  for (const run of waits) run();
  expect(sources()).toEqual(["https://mc.yandex.ru/metrika/tag.js"]);
});
