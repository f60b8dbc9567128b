import { screen, within } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { type DocsPage, docsPages, findDocsPage } from "#features/api-docs/api-docs.rules.ts";
import { DocsPageView } from "#features/api-docs/components/docs-page-view.tsx";
import { drawnSections } from "#features/api-docs/components/drawn-part.tsx";
import { docsFacts } from "#features/api-docs/facts.rules.ts";
import { docsWords } from "#features/api-docs/words/words.rules.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { sentMarkup } from "#lib/testing/sent-markup.tsx";

const facts = docsFacts("https://den.test", "Den", {
  tolerancePercent: 5,
  toldSeconds: 60,
  toldCount: 3,
  toldAfterSeconds: 10,
  defaultCountryId: 95,
  ...{ routingDays: 7, minuteKopecks: 10, exploringPercent: 5 },
});

function viewOf(page: DocsPage, locale: Locale) {
  return <DocsPageView page={page} words={docsWords(locale)} facts={facts} />;
}

function open(...parts: string[]) {
  return renderIsland(viewOf(findDocsPage(parts) as DocsPage, "en"), "en", messagesOf("en"));
}

/** The page as a server sends it. */
function sent(page: DocsPage, locale: Locale): HTMLElement {
  const container = document.createElement("div");
  container.innerHTML = sentMarkup(viewOf(page, locale), locale);
  return container;
}

const pages = docsPages.filter(({ kind }) => kind !== "error");

describe.each(locales)("in %s", (locale) => {
  test("every page shows itself whole: nothing unfilled, no marks left, one name per anchor", () => {
    for (const page of [...pages, findDocsPage(["errors", "no-numbers"]) as DocsPage]) {
      const container = sent(page, locale);
      expect(container.querySelector("h1")?.textContent, page.path).toBeTruthy();
      const prose = [...container.querySelectorAll("p, li, dd, h1, h2, h3")].map((node) => node.textContent);
      for (const text of prose) expect(text, page.path).not.toMatch(/`|\]\(/);
      const ids = [...container.querySelectorAll("[id]")].map(({ id }) => id);
      expect(new Set(ids).size, page.path).toBe(ids.length);
    }
  });

  test("links stay in the language", () => {
    const container = sent(findDocsPage(["rest"]) as DocsPage, locale);
    const prefix = locale === "en" ? "" : `/${locale}`;
    const hrefs = [...container.querySelectorAll("a")].map((link) => link.getAttribute("href") ?? "");
    const foreign = hrefs.filter((href) => !href.startsWith("#") && !href.startsWith(`${prefix}/`));
    expect(foreign.filter((href) => !href.startsWith("/api/"))).toEqual([]);
  });
});

test("the navigation names the page one is on, and each menu is a landmark of its own", () => {
  open("handler-api", "buying");
  const [wide] = screen.getAllByRole("navigation", { name: "Contents" });
  expect(within(wide as HTMLElement).getByRole("link", { current: "page" }).textContent).toBe(
    "Buying numbers",
  );
});

test("an action shows what it needs, what it answers and where its refusals are explained", () => {
  const { container } = open("handler-api", "buying");
  const action = container.querySelector('section[aria-labelledby="getNumber"]') as HTMLElement;
  expect(within(action).getByText("https://den.test/stubs/handler_api.php", { exact: false })).toBeDefined();
  expect(within(action).getByText("service").closest("dt")?.textContent).toContain("required");
  expect(within(action).getByText("WRONG_MAX_PRICE").closest("a")?.getAttribute("href")).toBe(
    "/docs/errors/wrong-max-price",
  );
  // A word of success has no page among the errors.
  expect(within(action).getByText("ACCESS_NUMBER").closest("a")).toBeNull();
});

test("a call of REST shows its fields, an example and its errors", () => {
  const { container } = open("rest", "activations");
  const call = container.querySelector('section[aria-labelledby="rest-buy-activation"]') as HTMLElement;
  expect(
    within(call)
      .getAllByText("maxPriceKopecks")
      .some((node) => node.closest("dt")),
  ).toBe(true);
  expect(within(call).getByText("NO_BALANCE").closest("a")?.getAttribute("href")).toBe(
    "/docs/errors/no-balance",
  );
});

test("a code's page leads to the calls that say it", () => {
  open("errors", "early-cancel-denied");
  expect(screen.getByText("HTTP 409")).toBeDefined();
  const place = screen.getByRole("link", { name: "POST /api/v1/activations/{id}/cancel" });
  expect(place.getAttribute("href")).toBe("/docs/rest/activations#rest-cancel-activation");
  expect(screen.getByRole("link", { name: "cancelActivation" }).getAttribute("href")).toBe(
    "/docs/handler-api/orders#cancelActivation",
  );
});

test("what is drawn has its section", () => {
  const sections = docsPages.flatMap((page) =>
    page.kind === "text"
      ? (docsWords("en").pages[page.key]?.sections.map(({ id }) => `${page.key}/${id}`) ?? [])
      : [],
  );
  expect(drawnSections.filter((name) => !sections.includes(name))).toEqual([]);
});
