import { AsyncLocalStorage } from "node:async_hooks";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import path from "node:path";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { givenRole } from "#features/identity/roles/account-roles.factory.ts";
import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { deskPages } from "#features/site/desk-pages.rules.ts";
import { audienceOf } from "#features/site/page-access.rules.ts";
import { type ProfileRow, profilePages } from "#features/site/pages.rules.ts";
import { partnerPages } from "#features/site/partner-pages.rules.ts";
import type { StorePage } from "#features/stores/store.loaders.ts";
import { givenStore } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { cookieIn, cookies } from "#lib/cookies.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { PAGE_ADDRESS_HEADER } from "#lib/http/page-address-header.ts";
import { closeServer, listen, portOf } from "#lib/testing/front-door.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { proxy } from "#proxy.ts";

const { db } = await useTestDb();
// The pool of the pages (`pageDb`).
Object.assign(globalThis, { [Symbol.for("smsden.page-db")]: db });

/** The request that is answered: pages ask Next for its cookies and headers. */
const asked = new AsyncLocalStorage<IncomingMessage>();
const askedNow = () => asked.getStore()!;
vi.doMock("next/headers", () => ({
  cookies: async () => ({
    get: (name: string) => {
      const value = cookieIn(askedNow().headers.cookie ?? null, name, /^/);
      return value === null ? undefined : { value };
    },
  }),
  headers: async () => new Headers({ [PAGE_ADDRESS_HEADER]: askedNow().url ?? "/" }),
}));
/** How a page sends its reader elsewhere. */
class Redirect extends Error {
  readonly target: string;

  constructor(target: string) {
    super(`redirect to ${target}`);
    this.target = target;
  }
}
// Next's own needs the parts of React that browsers have.
vi.doMock("next/navigation", () => ({
  redirect: (target: string) => {
    throw new Redirect(target);
  },
}));
vi.doMock("next-intl/server", () => ({ getTranslations: async () => () => "" }));
const { requireViewer } = await import("#features/identity/identity.loaders.ts");
const { findPartner } = await import("#features/partners/cabinet/cabinet.loaders.ts");
const { findDeskVisitor } = await import("#features/back-office/back-office.loaders.ts");
const { loadIsAgent } = await import("#features/licences/licences.loaders.ts");
const { loadStorePage } = await import("#features/stores/store.loaders.ts");
const { loadReferralPage } = await import("#features/referrals/referrals.loaders.ts");

/** What a page asks before it shows anything: whether it opens, or as what. Throws a Redirect. */
async function opens(address: string): Promise<boolean | StorePage["kind"]> {
  if (address === "/store") return (await loadStorePage("en", {})).kind;
  if (address === "/profile/referral-program") return (await loadReferralPage("en", "common")) !== null;
  if (address === "/profile/referral-program-soft") return (await loadReferralPage("en", "soft")) !== null;
  if (address === "/profile/sale-agreement") return loadIsAgent("en");
  const audience = audienceOf(address);
  if (audience === "partner") return (await findPartner("en")) !== null;
  if (audience === "staff" && (await findDeskVisitor()).kind === "staff") return true;
  await requireViewer("en");
  return audience === "user";
}

async function answer(
  request: IncomingMessage,
): Promise<{ status: number; location?: string; shown?: string }> {
  const address = request.url ?? "/";
  const before = proxy(
    new NextRequest(`http://localhost:3001${address}`, { headers: { cookie: request.headers.cookie ?? "" } }),
  );
  const location = before.headers.get("location");
  if (location) return { status: before.status, location };
  try {
    const shown = await opens(address);
    return typeof shown === "string" ? { status: 200, shown } : { status: shown ? 200 : 404 };
  } catch (error) {
    if (error instanceof Redirect) return { status: 307, location: error.target };
    throw error;
  }
}

const server = createServer((request, response) => {
  asked
    .run(request, () => answer(request))
    .then(
      ({ status, location, shown = "" }) =>
        response.writeHead(status, location ? { location } : {}).end(shown),
      (error: Error) => response.writeHead(500).end(error.stack),
    );
});

const callers = ["guest", "user", "partner", "agent", "referralSoft", "store", "staff"] as const;
type Caller = (typeof callers)[number];
const tokens = new Map<Caller, string>();

async function signIn(userId: UserId): Promise<string> {
  return (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;
}
beforeAll(async () => {
  await listen(server, 0);
  for (const caller of ["user", "partner", "agent", "referralSoft", "store"] as const) {
    const userId = await givenCustomer(db, 0);
    if (caller === "partner") await givenPartner(db, userId);
    else if (caller === "store") await givenStore(db, userId);
    else if (caller !== "user") await withTransaction(db, (tx) => givenRole(tx, userId, caller));
    tokens.set(caller, await signIn(userId));
  }
  tokens.set("staff", (await givenStaff(db, "support")).cookie);
});
afterAll(() => closeServer(server));

async function visit(address: string, token: string | undefined): Promise<string> {
  const answered = await fetch(`http://127.0.0.1:${portOf(server)}${address}`, {
    redirect: "manual",
    headers: token === undefined ? {} : { cookie: `${cookies.authToken.name}=${token}` },
  });
  const { status, headers } = answered;
  const shown = await answered.text();
  if (status !== 307) return shown || String(status);
  const target = new URL(headers.get("location") ?? "", "http://localhost:3001");
  return target.pathname === "/authorization" ? "sign in" : target.pathname;
}

const soft = "/profile/referral-program-soft";
const [login, open, none] = ["sign in", "200", "404"];
/** What each caller is answered, in the order of `callers` (section 6 of the specification). */
const table: readonly (readonly [address: string, ...answers: readonly string[]])[] = [
  ["/profile", login, open, open, open, open, open, open],
  ["/profile/settings", login, open, open, open, open, open, open],
  ["/profile/referral-program", login, open, open, open, soft, open, open],
  [soft, login, none, none, none, open, none, none],
  ["/profile/sale-agreement", login, none, none, open, none, none, none],
  // The store to its owner, the way to one to everybody else.
  ["/store", login, "applicant", "applicant", "applicant", "applicant", "owner", "applicant"],
  ...partnerPages.map(({ path: page }) => [page, login, none, open, none, none, none, none] as const),
  ...deskPages.map(({ path: page }) => [page, login, none, none, none, none, none, open] as const),
];

describe("a page and a role", () => {
  test.each(table)("%s opens for its role and for nobody else", async (address, ...answers) => {
    const given: Record<string, string> = {};
    for (const caller of callers) given[caller] = await visit(address, tokens.get(caller));
    expect(given).toEqual(Object.fromEntries(callers.map((caller, index) => [caller, answers[index]])));
  });

  test("a role that was removed closes its page at the next visit, and opens it when it is given again", async () => {
    const userId = await givenCustomer(db, 0);
    const token = await signIn(userId);
    await givenPartner(db, userId);
    const set = (role: "partner" | "referralSoft", isGiven: boolean) =>
      withTransaction(db, (tx) => setAccountRole(tx, userId, role, isGiven));
    const seen: string[] = [];
    for (const isGiven of [true, false, true]) {
      await set("partner", isGiven);
      await set("referralSoft", isGiven);
      seen.push(await visit("/partner", token), await visit(soft, token));
    }
    expect(seen).toEqual([open, open, none, none, open, open]);
  });
});

test("every page that a role opens stands in the table", () => {
  const rows: readonly ProfileRow[] = profilePages;
  const known = table.map(([address]) => address);
  expect(rows.filter((row) => row.role !== undefined && !known.includes(row.path))).toEqual([]);
});

test("every page of the cabinet and of the desk asks who is there before anything else", () => {
  const textOf = (page: string) =>
    readFileSync(
      path.join(import.meta.dirname, "..", "..", "..", "app", "[locale]", page, "page.tsx"),
      "utf8",
    );
  expect(partnerPages.filter((row) => !/return partnerPage\(/.test(textOf(row.path)))).toEqual([]);
  expect(deskPages.filter((row) => !/return deskPage\(/.test(textOf(row.path)))).toEqual([]);
});
