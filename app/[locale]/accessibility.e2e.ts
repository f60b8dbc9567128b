import type { APIRequestContext, Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { deskPages } from "#features/site/desk-pages.rules.ts";
import { editorPages } from "#features/site/editor-pages.rules.ts";
import { audienceOf } from "#features/site/page-access.rules.ts";
import { doorPages, profilePages, publicPages } from "#features/site/pages.rules.ts";
import { partnerPages } from "#features/site/partner-pages.rules.ts";
import type { Audience } from "#features/site/sections.rules.ts";
import type { AccountRole } from "#lib/api/actor.ts";
import { consents, cookies } from "#lib/cookies.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { findingsOf } from "#lib/testing/axe.ts";
import { expect, type NewPerson, test } from "#lib/testing/journey.ts";
import { demo, enterStaff, enterUser } from "#lib/testing/journey-demo.ts";

type Reader = "guest" | "user" | AccountRole | "lead";
/** The address itself; the first link on a page that looks like it; or that of something the reader has. */
type Address = string | { readonly on: string; readonly link: RegExp } | ((things: Things) => string);
/** What a user made for these journeys has. */
type Things = { readonly paymentId: number };

const readers: Readonly<Record<Audience, Reader>> = {
  everybody: "guest",
  guest: "guest",
  link: "guest",
  user: "user",
  partner: "partner",
  staff: "lead",
  // No product in service has them.
  developers: "guest",
};

const oneOf = (folder: string): Address => ({ on: folder, link: new RegExp(`^${folder}/.+$`) });

/** Addresses of pages that have several, or none of their own. */
const addressesOf: Readonly<Record<string, readonly Address[]>> = {
  "/[slug]": ["/telegram"],
  // The default start has articles with its content desk.
  "/blog/[slug]": demo.contentDesk ? [{ on: "/blog", link: /^\/blog\/[a-z0-9-]+$/ }] : [],
  // As an article's page, for an editor of one that there is.
  "/draft/[id]": [],
  "/draft/page/[id]": [],
  "/[...path]": demo.contentDesk ? ["/guide", "/guide/refunds"] : [],
  "/docs/[[...path]]": [
    "/docs",
    ...[
      "activations",
      "rent",
      "keys",
      "sandbox",
      "limits",
      "handler-api",
      "rest",
      "json-api",
      "assistants",
      "errors",
    ].map((name) => `/docs/${name}`),
    ...["handler-api", "rest", "errors"].map((name) => oneOf(`/docs/${name}`)),
  ],
  "/confirm/[[...token]]": ["/confirm", "/confirm/no-such-token"],
  "/bot-link/[[...token]]": ["/bot-link", "/bot-link/no-such-link-of-the-bot"],
  "/search": ["/search", "/search?q=code", "/search?q=telegarm", "/search?q=%3F%3F&tab=articles"],
  "/profile/history": ["/profile/history", "/profile/history?tab=incoming"],
  "/success-payment": ["/success-payment", ({ paymentId }) => `/success-payment?payment=${paymentId}`],
  "/desk/people": ["/desk/people?q=demo", "/desk/people"],
};

/** Where links to a page are, when the page above it is not the place. */
const placesOfLinks: Readonly<Record<string, string>> = {
  "/profile/pay/invoice/[id]": "/profile/pay",
  "/profile/pay/transfer/[id]": "/profile/pay",
  "/desk/people/[id]": "/desk/people?q=demo",
};

/** Every address of every page, and one where there is no page. */
const visits = [
  ...[...publicPages, ...doorPages, ...profilePages, ...partnerPages, ...deskPages, ...editorPages]
    .filter((page) => !("isPlanned" in page))
    .flatMap(({ path, ...page }) =>
      (addressesOf[path] ?? [ownAddress(path)]).map((address) => ({
        reader: "role" in page ? page.role : readers[audienceOf(path)],
        address,
        title: typeof address === "string" ? address : titleOf(path, address),
      })),
    ),
  { reader: "guest", address: "/no/such/page", title: "/no/such/page" },
] satisfies { reader: Reader; address: Address; title: string }[];

/** `/desk/people/[id]` is a number in some link of the page above, `/countries/[slug]` and `/desk/suppliers/[code]` a name. */
function ownAddress(path: string): Address {
  if (!path.includes("[")) return path;
  const link = new RegExp(`^${path.replaceAll("[id]", "\\d+").replaceAll(/\[(?:slug|code)\]/g, "[^/]+")}$`);
  return { on: placesOfLinks[path] ?? path.slice(0, path.indexOf("/[")), link };
}

function titleOf(path: string, address: Exclude<Address, string>): string {
  if (typeof address === "function") return `${path} of something`;
  return path.includes("[[") ? `a page linked on ${address.on}` : path;
}

const widths = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const;
type Look = { width: keyof typeof widths; theme: "light" | "dark" };
const everyLook = [
  { width: "desktop", theme: "light" },
  { width: "desktop", theme: "dark" },
  { width: "phone", theme: "light" },
  { width: "phone", theme: "dark" },
] as const satisfies readonly Look[];

/** Each width and each theme once, the pairs by turns: a page has the same places in both themes, and the same colours at both widths. */
const looksOf = (turn: number): readonly Look[] =>
  turn % 2 === 0 ? [everyLook[0], everyLook[3]] : [everyLook[1], everyLook[2]];

for (const [index, { reader, address, title }] of visits.entries())
  test(`axe finds nothing for a ${reader} on ${title}, in both themes and widths and in another language`, async ({
    page,
    baseURL,
    newPerson,
  }) => {
    const { cookies: own, things } = await sessionOf(reader, String(baseURL), newPerson);
    // The notice lies over what is at the edge of the screen until it has been read.
    const notice = { name: cookies.cookieNotice.name, value: consents.necessary, url: String(baseURL) };
    await page.context().addCookies([...own, notice]);
    const path = await find(page, address, things);
    const findings = await look(page, path, looksOf(index));
    // Other languages by turns: their words are other ones, the colours and places are not.
    const locale = locales[1 + (index % (locales.length - 1))] as Locale;
    findings.push(
      ...(await look(page, localizedPath(locale, path), [everyLook[index % everyLook.length] as Look])),
    );
    expect([...new Set(findings)]).toEqual([]);
  });

async function find(page: Page, address: Address, things: Things | undefined): Promise<string> {
  if (typeof address === "string") return address;
  if (typeof address === "function") {
    if (!things) throw new Error("Only a user has things with addresses");
    return address(things);
  }
  await page.setViewportSize(widths.desktop);
  let path: string | undefined;
  // What the worker makes after the start may not be in the list yet.
  await expect(async () => {
    await open(page, address.on);
    path = (await linksOf(page)).find((link) => address.link.test(link));
    expect(path, `${address.on} has a link like ${address.link}`).toBeDefined();
  }).toPass();
  return path as string;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => !document.querySelector("main .skeleton"));
}

/** What axe finds on a page, everything on it unfolded, each with where it was. */
async function look(page: Page, path: string, looks: readonly Look[]): Promise<string[]> {
  await page.setViewportSize(widths.desktop);
  await open(page, path);
  await page.evaluate(unfold);
  const findings: string[] = [];
  for (const { width, theme } of looks) {
    await page.setViewportSize(widths[width]);
    await page.emulateMedia({ colorScheme: theme });
    for (const finding of await findingsOf(page, "everything"))
      findings.push(`${path} ${width} ${theme} ${finding}`);
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

type Session = { readonly cookies: Cookie[]; readonly things?: Things };
type Cookie = Awaited<ReturnType<APIRequestContext["storageState"]>>["cookies"][number];

const sessions = new Map<Reader, Promise<Session>>();

/** The reader of all journeys that run in this process of Playwright's: looking at a page changes nothing. */
function sessionOf(reader: Reader, baseURL: string, newPerson: NewPerson): Promise<Session> {
  const session = sessions.get(reader) ?? makeSession(reader, baseURL, newPerson);
  sessions.set(reader, session);
  return session;
}

async function makeSession(reader: Reader, baseURL: string, newPerson: NewPerson): Promise<Session> {
  if (reader === "guest") return { cookies: [] };
  if (reader === "user") {
    const user = await enterUser(baseURL, await newPerson());
    return { things: await haveThings(user), cookies: await endWithCookies(user) };
  }
  if (reader !== "lead") {
    const person = await newPerson(reader === "partner" ? { isPartner: true } : { role: reader });
    return { cookies: await endWithCookies(await enterUser(baseURL, person)) };
  }
  // A lead looks at what users have.
  await sessionOf("user", baseURL, newPerson);
  const member = await newPerson({ staff: "money-lead" });
  const lead = await enterStaff(baseURL, member, (seed) => codeAt(seed, Date.now()));
  return { cookies: await endWithCookies(lead) };
}

async function endWithCookies(context: APIRequestContext): Promise<Cookie[]> {
  const state = await context.storageState();
  await context.dispose();
  return state.cookies;
}

/** Makes the user somebody who has something: a number that waits and one with its code, an invoice, a transfer. */
async function haveThings(user: APIRequestContext): Promise<Things> {
  const post = async (path: string, data: object) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answer = await user.post(path, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  for (const country of [6, 8]) await post(`/api/sms-users/get-number/${country}/tg`, {});
  const amountKopecks = 500_000;
  const invoice = (await post("/api/payments", { method: "tether", amountKopecks })) as { id: number };
  await post("/api/payments/transfers", { amountKopecks });
  return { paymentId: invoice.id };
}
