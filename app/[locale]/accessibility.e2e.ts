import type { APIRequestContext, Browser, BrowserContext, Page } from "@playwright/test";
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
import { expect, type NewPerson, patient, test } from "#lib/testing/journey.ts";
import { demo, enterStaff, enterUser } from "#lib/testing/journey-demo.ts";

type Reader = "guest" | "user" | AccountRole | "lead";
/** The address itself; the first link on a page that looks like it; that of something the reader has; or a part of a page. */
type Address =
  | string
  | { readonly on: string; readonly link: RegExp }
  | ((things: Things) => string)
  | PagePart;
/** A page with a part of it that is there for who has something, or after a press; its selectors hold in all languages. */
type PagePart = {
  readonly at: string;
  readonly part: string;
  readonly press?: string;
  /** There when the part is. */
  readonly until: string;
};
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

/** What shows the rest of a row about something with a time. */
const ROW_OPENER = "main li:has(time) button[aria-expanded=false]";

/** Addresses of pages that have several, or none of their own. */
const addressesOf: Readonly<Record<string, readonly Address[]>> = {
  "/[slug]": ["/telegram"],
  // The default start has articles with its content desk.
  "/blog/[slug]": demo.contentDesk ? [{ on: "/blog", link: /^\/blog\/[a-z0-9-]+$/ }] : [],
  // As an article's page, for an editor of one that there is.
  "/draft/[id]": [],
  "/draft/faq/[id]": [],
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
  "/profile/accounts": [
    { at: "/profile/accounts", part: "an order", press: ROW_OPENER, until: "main ol li" },
  ],
  "/profile/software": [
    { at: "/profile/software", part: "a licence", press: ROW_OPENER, until: "main code" },
  ],
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

/** The page of a store for its owner; to everybody else it is the way to one. */
const partsOfStore: readonly PagePart[] = [
  { at: "/store", part: "its offers", until: "main section li" },
  {
    at: "/store",
    part: "its claims",
    press: "main fieldset > button:nth-of-type(2)",
    until: "main section li time",
  },
  {
    at: "/store",
    part: "its sales",
    press: "main fieldset > button:nth-of-type(3)",
    until: "main section li time",
  },
];

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
  ...partsOfStore.map((part) => ({ reader: "store" as const, address: part, title: titleOf(part.at, part) })),
] satisfies { reader: Reader; address: Address; title: string }[];

/** `/desk/people/[id]` is a number in some link of the page above, `/countries/[slug]` and `/desk/suppliers/[code]` a name. */
function ownAddress(path: string): Address {
  if (!path.includes("[")) return path;
  const link = new RegExp(`^${path.replaceAll("[id]", "\\d+").replaceAll(/\[(?:slug|code)\]/g, "[^/]+")}$`);
  return { on: placesOfLinks[path] ?? path.slice(0, path.indexOf("/[")), link };
}

function titleOf(path: string, address: Exclude<Address, string>): string {
  if (typeof address === "function") return `${path} of something`;
  if ("part" in address) return `${path} with ${address.part}`;
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
    browser,
    baseURL,
    newPerson,
  }) => {
    const { cookies: own, things } = await sessionOf(reader, String(baseURL), newPerson);
    const page = await openTab(await contextOf(reader, browser), own, String(baseURL));
    const path = await find(page, address, things);
    const part = typeof address === "object" && "part" in address ? address : null;
    const findings = await look(page, { path, part, looks: looksOf(index) });
    // Other languages by turns: their words are other ones and take other places, the colours are the same.
    const locale = locales[1 + (index % (locales.length - 1))] as Locale;
    findings.push(
      ...(await look(page, {
        ...{ path: localizedPath(locale, path), part, what: "places" as const },
        looks: [everyLook[index % everyLook.length] as Look],
      })),
    );
    await page.close();
    expect([...new Set(findings)]).toEqual([]);
  });

const contexts = new Map<Reader, Promise<BrowserContext>>();

/** Those of one reader are looked at in one context of this process of Playwright's: what its pages load is loaded once. */
function contextOf(reader: Reader, browser: Browser): Promise<BrowserContext> {
  const context = contexts.get(reader) ?? browser.newContext();
  contexts.set(reader, context);
  return context;
}

/** A page of somebody who comes with these cookies alone: what an earlier one has set is gone. */
async function openTab(context: BrowserContext, own: Cookie[], baseURL: string): Promise<Page> {
  await context.clearCookies();
  // The notice lies over what is at the edge of the screen until it has been read.
  const notice = { name: cookies.cookieNotice.name, value: consents.necessary, url: baseURL };
  await context.addCookies([...own, notice]);
  return patient(await context.newPage());
}

async function find(page: Page, address: Address, things: Things | undefined): Promise<string> {
  if (typeof address === "string") return address;
  if (typeof address === "function") {
    if (!things) throw new Error("Only a user has things with addresses");
    return address(things);
  }
  if ("part" in address) return address.at;
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
  await waitForLists(page);
}

async function waitForLists(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.querySelector("main .skeleton"));
}

async function show(page: Page, { press, until }: PagePart): Promise<void> {
  if (press) await page.locator(press).first().click();
  await expect(page.locator(until).first()).toBeVisible();
  await waitForLists(page);
}

type Sight = {
  readonly path: string;
  readonly part: PagePart | null;
  readonly looks: readonly Look[];
  readonly what?: "everything" | "places";
};

/** What axe finds on a page, everything on it unfolded, each with where it was. */
async function look(page: Page, { path, part, looks, what = "everything" }: Sight): Promise<string[]> {
  await page.setViewportSize(widths.desktop);
  await open(page, path);
  if (part) await show(page, part);
  await page.evaluate(unfold);
  const findings: string[] = [];
  for (const { width, theme } of looks) {
    await page.setViewportSize(widths[width]);
    await page.emulateMedia({ colorScheme: theme });
    for (const finding of await findingsOf(page, what)) findings.push(`${path} ${width} ${theme} ${finding}`);
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
    const things = await haveThings(user, await goodsOf(baseURL, newPerson));
    return { things, cookies: await endWithCookies(user) };
  }
  if (reader === "store") {
    // A store has sold something, and there is a claim about it.
    await sessionOf("user", baseURL, newPerson);
    return { cookies: (await goodsOf(baseURL, newPerson)).ownersCookies };
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

/** Sends what changes something, as somebody who has entered. Answers the body. */
async function post<Body>(by: APIRequestContext, path: string, data: object): Promise<Body> {
  const headers = { "idempotency-key": crypto.randomUUID() };
  const answer = await by.post(path, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Body;
}

/** What a store and the staff have put on sale for these journeys, and the store owner's session. */
type Goods = { readonly offerId: number; readonly productId: number; readonly ownersCookies: Cookie[] };
let goods: Promise<Goods> | undefined;

/** Once in this process of Playwright's, as the readers. */
function goodsOf(baseURL: string, newPerson: NewPerson): Promise<Goods> {
  goods ??= makeGoods(baseURL, newPerson);
  return goods;
}

async function makeGoods(baseURL: string, newPerson: NewPerson): Promise<Goods> {
  const owner = await enterUser(baseURL, await newPerson({ role: "store" }));
  const offerId = await offerAccounts(owner);
  const member = await newPerson({ staff: "money" });
  const staff = await enterStaff(baseURL, member, (seed) => codeAt(seed, Date.now()));
  const productId = await offerSoftware(staff);
  await staff.dispose();
  return { offerId, productId, ownersCookies: await endWithCookies(owner) };
}

async function offerAccounts(owner: APIRequestContext): Promise<number> {
  const { id } = await post<{ id: number }>(owner, "/api/store/offers", {
    ...{ serviceId: 52, countryId: 6, groupName: "Session files", name: "Telegram, to be looked at" },
    ...{ format: "session", template: "login:password", priceKopecks: 10_000, warrantyHours: 24 },
    provenance: "Registered with our own SIM cards",
  });
  const lines = [1, 2, 3].map((nth) => `${crypto.randomUUID()}:secret-${nth}`);
  await post(owner, `/api/store/offers/${id}/stock`, { text: lines.join("\n") });
  await post(owner, `/api/store/offers/${id}/step`, { step: "put_on_sale" });
  return id;
}

async function offerSoftware(staff: APIRequestContext): Promise<number> {
  const reason = "a journey";
  const products = "/api/desk/licences/products";
  const { id } = await post<{ id: number }>(staff, products, {
    ...{ code: `seen-${crypto.randomUUID().slice(0, 8)}`, name: "Sender", softwareType: "Automation" },
    ...{ description: "Sends.", priceKopecks: 1_000, termDays: 30, deviceLimit: 2, reason },
  });
  await post(staff, `${products}/${id}/versions`, {
    ...{ version: "1.0", notes: "The first one", url: "https://files.example/tool.zip" },
    ...{ sha256: "a".repeat(64), reason },
  });
  await post(staff, `${products}/${id}/step`, { step: "put_on_sale", reason });
  return id;
}

/**
 * Makes the user somebody who has something: a number that waits and one with its code, an invoice, a transfer, two accounts, one of them
 * claimed, and a licence with a device.
 */
async function haveThings(user: APIRequestContext, { offerId, productId }: Goods): Promise<Things> {
  for (const country of [6, 8]) await post(user, `/api/sms-users/get-number/${country}/tg`, {});
  const amountKopecks = 500_000;
  const invoice = await post<{ id: number }>(user, "/api/payments", { method: "tether", amountKopecks });
  await post(user, "/api/payments/transfers", { amountKopecks });
  await buyAccounts(user, offerId);
  const { key } = await post<{ key: string }>(user, "/api/licences", { productId });
  await post(user, "/api/licences/activate", { key, device: "office-machine", name: "office-machine" });
  return { paymentId: invoice.id };
}

async function buyAccounts(user: APIRequestContext, offerId: number): Promise<void> {
  const orders = "/api/ready-accounts/orders";
  await post(user, "/api/ready-accounts/buy-offer", { id: offerId, count: 2 });
  const bought = (await (await user.get(orders)).json()) as { orders: { id: number }[] };
  await post(user, `${orders}/${bought.orders[0]?.id}/claims`, { place: 2, text: "it is closed" });
}
