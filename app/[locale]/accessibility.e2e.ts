import type { Browser, Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { deskPages } from "#features/site/desk-pages.rules.ts";
import { audienceOf } from "#features/site/page-access.rules.ts";
import { type Audience, doorPages, profilePages, publicPages } from "#features/site/pages.rules.ts";
import { consents, cookies } from "#lib/cookies.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { findingsOf } from "#lib/testing/axe.ts";
import { expect, type NewPerson, patient, test } from "#lib/testing/journey.ts";
import { enterStaff, logIn } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

type Reader = "guest" | "user" | "lead";
/** A pattern stands for the first link to such an address that the reader meets on the way. */
type Address = string | RegExp;

const readers: Readonly<Record<Audience, Reader>> = {
  everybody: "guest",
  guest: "guest",
  link: "guest",
  user: "user",
  staff: "lead",
  // No product in service has them.
  developers: "guest",
};

/** Where a page is looked at when its own address is not all, or is none. */
const addressesOf: Readonly<Record<string, readonly Address[]>> = {
  "/[slug]": ["/telegram"],
  "/docs/[[...path]]": [
    "/docs",
    ...["activations", "rent", "keys", "sandbox", "limits", "handler-api", "rest", "json-api", "errors"].map(
      (name) => `/docs/${name}`,
    ),
    /^\/docs\/handler-api\/.+$/,
    /^\/docs\/rest\/.+$/,
    /^\/docs\/errors\/.+$/,
  ],
  "/confirm/[[...token]]": ["/confirm", "/confirm/no-such-token"],
  "/profile/history": ["/profile/history", "/profile/history?tab=incoming"],
  "/success-payment": ["/success-payment", /^\/success-payment\?payment=\d+$/],
  "/desk/people": ["/desk/people?q=demo", "/desk/people"],
};

/** Every page there is, and an address of none. */
const walks = [
  ...[...publicPages, ...doorPages, ...profilePages, ...deskPages]
    .filter((page) => !("isPlanned" in page))
    .map(({ path }) => ({
      reader: readers[audienceOf(path)],
      addresses: addressesOf[path] ?? [ownAddress(path)],
    })),
  { reader: "guest", addresses: ["/no/such/page"] },
];

/** `/desk/people/[id]` is a number of some link, `/countries/[slug]` a name. */
function ownAddress(path: string): Address {
  if (!path.includes("[")) return path;
  return new RegExp(`^${path.replaceAll("[id]", "\\d+").replaceAll("[slug]", "[^/]+")}$`);
}

const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;
type Look = { width: keyof typeof widths; theme: "light" | "dark" };
const everyLook: Look[] = (["desktop", "phone"] as const).flatMap((width) =>
  (["light", "dark"] as const).map((theme) => ({ width, theme })),
);

for (const reader of ["guest", "user", "lead"] as const)
  test(`axe finds nothing on any page of a ${reader}, in both themes and widths and several languages`, async ({
    browser,
    baseURL,
    newPerson,
  }) => {
    test.setTimeout(2_400_000);
    const { page, links: given } = await visit(browser, String(baseURL), reader, newPerson);
    const links = new Set(given);
    const findings: string[] = [];
    const wanted = walks.filter((walk) => walk.reader === reader);
    for (const [index, address] of wanted.flatMap((walk) => walk.addresses).entries()) {
      const path = typeof address === "string" ? address : [...links].find((link) => address.test(link));
      if (!path) throw new Error(`No link on the way led to ${address}`);
      findings.push(...(await look(page, path, everyLook)));
      for (const link of await linksOf(page)) links.add(link);
      // Other languages by turns: their words are other ones, the colours and places are not.
      const locale = locales[1 + (index % (locales.length - 1))] as Locale;
      const one = everyLook[index % everyLook.length] as Look;
      findings.push(...(await look(page, localizedPath(locale, path), [one])));
    }
    expect([...new Set(findings)]).toEqual([]);
  });

/** What axe finds on a page, everything on it unfolded, each with where it was. */
async function look(page: Page, path: string, looks: readonly Look[]): Promise<string[]> {
  await page.setViewportSize(widths.desktop);
  await page.goto(path);
  await page.waitForFunction(() => !document.querySelector("main .skeleton"));
  await page.evaluate(unfold);
  const findings: string[] = [];
  const seen = new Set<Look["width"]>();
  for (const { width, theme } of looks) {
    await page.setViewportSize(widths[width]);
    await page.emulateMedia({ colorScheme: theme });
    // In its second theme a page differs in nothing but its colours.
    const what = seen.has(width) ? "colours" : "everything";
    for (const finding of await findingsOf(page, what)) findings.push(`${path} ${width} ${theme} ${finding}`);
    seen.add(width);
  }
  return findings;
}

/**
 * Runs in the browser: everything is open, and colours change at once, also in what is not on the screen. Of a long list fifty
 * rows stay: further ones are drawn by the same part, whose every state the gallery has.
 */
function unfold(): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true;
  for (const list of document.querySelectorAll("main :is(ul, ol, tbody)"))
    for (const row of [...list.children].slice(50)) row.setAttribute("style", "display: none");
  const style = new CSSStyleSheet();
  style.replaceSync("* { transition: none !important; content-visibility: visible !important }");
  document.adoptedStyleSheets = [style];
}

/** Addresses of the page's own links, with their query. */
function linksOf(page: Page): Promise<string[]> {
  return page
    .locator("main a[href^='/']")
    .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
}

/** A page of somebody new, and the addresses to which others send them. */
async function visit(
  browser: Browser,
  baseURL: string,
  reader: Reader,
  newPerson: NewPerson,
): Promise<{ page: Page; links: string[] }> {
  const context = await browser.newContext({
    baseURL,
    storageState:
      reader === "lead" ? await stateOf(baseURL, await newPerson({ staff: "money-lead" })) : undefined,
  });
  // The notice lies over what is at the edge of the screen until it has been read.
  await context.addCookies([{ name: cookies.cookieNotice.name, value: consents.necessary, url: baseURL }]);
  const page = patient(await context.newPage());
  if (reader === "guest") return { page, links: [] };
  // A lead looks at what users have.
  const owner = reader === "user" ? page : patient(await (await browser.newContext({ baseURL })).newPage());
  await logIn(owner, await newPerson());
  const links = await haveThings(owner);
  if (owner === page) return { page, links };
  await owner.context().close();
  return { page, links: [] };
}

async function stateOf(baseURL: string, member: JourneyPerson) {
  const staff = await enterStaff(baseURL, member, (seed) => codeAt(seed, Date.now()));
  const state = await staff.storageState();
  await staff.dispose();
  return state;
}

/**
 * Makes somebody who has something: a number that waits and one with its code, an invoice, a transfer. Answers addresses to
 * which others send the payer back.
 */
async function haveThings(page: Page): Promise<string[]> {
  const post = async (path: string, data: object) => {
    const headers = { "idempotency-key": crypto.randomUUID(), origin: new URL(page.url()).origin };
    const answer = await page.request.post(path, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  for (const country of [6, 8]) await post(`/api/sms-users/get-number/${country}/tg`, {});
  const amountKopecks = 500_000;
  const made = [
    await post("/api/payments", { method: "tether", amountKopecks }),
    await post("/api/payments/transfers", { amountKopecks }),
  ] as { id: number }[];
  return made.map(({ id }) => `/success-payment?payment=${id}`);
}
