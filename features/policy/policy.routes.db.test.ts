import { Hono } from "hono";
import { beforeAll, describe, expect, it } from "vitest";
import { CountryWire } from "#features/catalogue/catalogue.contract.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { listServicesForSale } from "#features/policy/policy.reads.ts";
import { policyRoutes } from "#features/policy/policy.routes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { type Actor, guest, type UserActor } from "#lib/api/actor.ts";
import { type ApiEnv, mountRoute, requestFacts } from "#lib/api/mount.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

const user = { kind: "user", userId: 7, role: "user", via: "session" } as unknown as UserActor;
const staff = {
  ...user,
  userId: 9,
  role: "staff",
  staff: { permission: "money", secondFactorAgeSeconds: 5 },
} as UserActor;

/** The feature's routes behind the real gate, with whoever the test says. */
function app(actor: Actor = guest) {
  const hono = new Hono<ApiEnv>();
  hono.use(async (context, next) => {
    requestFacts(context);
    await next();
  });
  for (const one of policyRoutes) mountRoute(hono, one, { db, resolveActor: async () => actor });
  return hono;
}

const get = (path: string, headers: Record<string, string> = {}, actor: Actor = guest) =>
  app(actor).request(`/api${path}`, { headers });
const post = (path: string, body: unknown, actor: Actor) =>
  app(actor).request(`/api${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify(body),
  });
const errorCode = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;

describe("GET /country", () => {
  it("answers every country but Russia, whole", async () => {
    const response = await get("/country");
    expect(response.status).toBe(200);
    const countries = CountryWire.array().parse(await response.json());
    expect(countries).toHaveLength(204);
    expect(countries.map(({ external_id }) => external_id)).not.toContain(222);
    expect(countries[0]).toMatchObject({ external_id: 6, popular: true, icon: "/icons/countries/id.svg" });
    expect(countries.every(({ icon_id }) => icon_id === null)).toBe(true);
  });

  it("answers the members of `fields` alone, in their order", async () => {
    const response = await get("/country?fields=slug,name,icon,icon_id,external_id,popular");
    const [first] = (await response.json()) as object[];
    expect(Object.keys(first!)).toEqual(["slug", "name", "icon", "icon_id", "external_id", "popular"]);
    const names = (await (await get("/country?fields=name")).json()) as object[];
    expect(Object.keys(names[3]!)).toEqual(["name"]);
  });

  it.each([
    "password",
    "name,secret",
    "name,",
    "",
    "__proto__",
    "name;drop table catalogue_countries",
    "%00",
    "x".repeat(500),
  ])("the query fields=%j is refused with 400", async (fields) => {
    const response = await get(`/country?fields=${fields === "%00" ? fields : encodeURIComponent(fields)}`);
    expect(response.status).toBe(400);
    expect(await errorCode(response)).toBe("VALIDATION");
  });

  it("speaks the language of x-user-locale, English for an unknown one", async () => {
    const nameIn = async (locale: string) => {
      const countries = CountryWire.array().parse(
        await (await get("/country", { "x-user-locale": locale })).json(),
      );
      return countries.find(({ external_id }) => external_id === 43)?.name;
    };
    const expected: Partial<Record<Locale, string>> = {
      en: "Germany",
      ru: "Германия",
      cn: "德国",
      tr: "Almanya",
      es: "Alemania",
      hi: "जर्मनी",
    };
    for (const [locale, name] of Object.entries(expected)) expect(await nameIn(locale)).toBe(name);
    expect(await nameIn("xx")).toBe("Germany");
  });

  it("has an ETag by which an unchanged list is not sent again", async () => {
    const first = await get("/country");
    const etag = first.headers.get("etag")!;
    expect(first.headers.get("cache-control")).toContain("max-age=0");
    expect(first.headers.get("vary")).toContain("x-user-locale");
    const again = await get("/country", { "if-none-match": etag });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe("");
    expect((await get("/country", { "if-none-match": etag, "x-user-locale": "ru" })).status).toBe(200);
  });
});

describe("/policy/blocks", () => {
  const stop = { serviceId: 1, reasonText: "many cancelled numbers" };
  const firstNamed = async (search: string) => {
    const door = { mode: "activation", channel: "site" } as const;
    return (await listServicesForSale(db, door, { search, page: 1, perPage: 1 })).items[0]?.code;
  };

  it("is not there for guests and users", async () => {
    expect((await get("/policy/blocks")).status).toBe(401);
    expect((await get("/policy/blocks", {}, user)).status).toBe(404);
    expect((await post("/policy/blocks", stop, user)).status).toBe(404);
    expect((await post("/policy/blocks/1/lift", { reason: "please" }, user)).status).toBe(404);
  });

  it("lets staff stop a sale and end it; the list obeys at once", async () => {
    const made = await post("/policy/blocks", stop, staff);
    expect(made.status).toBe(201);
    const { blockId } = (await made.json()) as { blockId: number };
    const listed = (await (await get("/policy/blocks", {}, staff)).json()) as object[];
    expect(listed[0]).toMatchObject({
      id: blockId,
      serviceId: 1,
      reasonCode: "KILL_SWITCH",
      blockedBy: "staff:9",
    });
    expect(await firstNamed("whatsapp")).not.toBe("wa");
    expect((await post(`/policy/blocks/${blockId}/lift`, { reason: "settled" }, staff)).status).toBe(200);
    expect(await firstNamed("whatsapp")).toBe("wa");
    const again = await post(`/policy/blocks/${blockId}/lift`, { reason: "settled" }, staff);
    expect([again.status, await errorCode(again)]).toEqual([409, "BLOCK_ALREADY_LIFTED"]);
  });

  it("refuses to lift Russia, in the words of the language", async () => {
    const listed = (await (await get("/policy/blocks", {}, staff)).json()) as {
      id: number;
      countryId: number;
    }[];
    const russia = listed.find(({ countryId }) => countryId === 222)!;
    const response = await post(`/policy/blocks/${russia.id}/lift`, { reason: "because" }, staff);
    expect([response.status, await errorCode(response)]).toEqual([409, "BLOCK_PERMANENT"]);
  });

  it.each([
    {},
    { ...stop, reasonText: "  " },
    { ...stop, reasonText: "x".repeat(501) },
    { ...stop, serviceId: "1" },
    { ...stop, serviceId: 2 ** 31 },
    { ...stop, serviceId: -1 },
    { ...stop, mode: "everything" },
    { ...stop, effect: "allow" },
    { ...stop, permanent: true },
    { ...stop, reasonCode: "'; drop table policy_blocks; --" },
    [],
    null,
    "stop",
  ])("the body %j is refused with 400", async (body) => {
    const response = await post("/policy/blocks", body, staff);
    expect([response.status, await errorCode(response)]).toEqual([400, "VALIDATION"]);
  });

  it.each(["0", "abc", "1e999", "-1", "99999999999999999999", "999999", "1'--"])(
    "there is no block %s to lift",
    async (id) => {
      expect(
        (await post(`/policy/blocks/${encodeURIComponent(id)}/lift`, { reason: "because" }, staff)).status,
      ).toBe(404);
    },
  );

  it("refuses a lift without a reason and a request from elsewhere", async () => {
    expect((await post("/policy/blocks/1/lift", {}, staff)).status).toBe(400);
    const foreign = await app(staff).request("/api/policy/blocks", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "sec-fetch-site": "cross-site",
        origin: "https://evil.test",
      },
      body: JSON.stringify(stop),
    });
    expect(foreign.status).toBe(403);
  });
});
