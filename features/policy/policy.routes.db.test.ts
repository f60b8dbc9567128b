import { Hono } from "hono";
import { beforeAll, describe, expect, it } from "vitest";
import { CountryWire, ServiceWire } from "#features/catalogue/catalogue.contract.ts";
import { givenServicePicture } from "#features/catalogue/catalogue.factory.ts";
import { forgetCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { policyRoutes } from "#features/policy/policy.routes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { type Actor, guest, type UserActor } from "#lib/api/actor.ts";
import { type ApiEnv, mountRoute, requestFacts } from "#lib/api/mount.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

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

describe("GET /service", () => {
  const list = async (query: string, headers?: Record<string, string>) => {
    const response = await get(`/service${query}`, headers);
    expect(response.status).toBe(200);
    return { response, services: ServiceWire.array().parse(await response.json()) };
  };

  it("leaves only the services whose ids are named, and refuses what is no list of ids", async () => {
    const named = (await (await get("/service?ids=1,52,999999")).json()) as { id: number }[];
    expect(named.map(({ id }) => id).sort()).toEqual([1, 52]);
    expect((await get("/service?ids=1,x")).status).toBe(400);
    expect((await get(`/service?ids=${"1,".repeat(200)}1`)).status).toBe(400);
  });

  it("answers a page by popularity with the counts in headers", async () => {
    const { response, services } = await list("?page=1&per-page=40");
    expect(services).toHaveLength(40);
    expect(services[0]).toEqual({
      id: 52,
      external_id: "tg",
      service_external_id: "tg",
      name: "Telegram",
      slug: "telegram",
      icon: "/icons/services/telegram.svg",
      icon_id: null,
      nameTranscriptionEnRu: "Телеграм",
      nameTranscriptionRuEn: "Telegram",
      category: "messenger",
    });
    const total = Number(response.headers.get("x-pagination-total-count"));
    expect(total).toBeGreaterThanOrEqual(300);
    expect(response.headers.get("x-pagination-page-count")).toBe(String(Math.ceil(total / 40)));
  });

  it("names the stored picture that stands for a service, shows it in the place of the mark, and then the mark again", async () => {
    const picture = `${"a".repeat(64)}-480.webp`;
    const show = async (slug: string, shown: string | null) => {
      await givenServicePicture(owner, slug, shown);
      forgetCatalogue(db);
    };
    const told = async (search: string) => {
      const { services } = await list(`?search=${search}`);
      return services.filter(({ slug }) => slug === search).map(({ icon, icon_id }) => [icon_id, icon]);
    };
    const firstOfPage = async () => (await list("?page=1&per-page=12")).services[0];
    await firstOfPage();
    await show("telegram", picture);
    await show("amazon", picture);
    expect(await told("telegram")).toEqual([[picture, `/api/storage/image/${picture}`]]);
    expect(await told("amazon")).toEqual([[picture, `/api/storage/image/${picture}`]]);
    expect(await told("whatsapp")).toEqual([[null, "/icons/services/whatsapp.svg"]]);
    expect((await firstOfPage())?.icon_id).toBe(picture);
    await show("telegram", null);
    await show("amazon", null);
    expect(await told("telegram")).toEqual([[null, "/icons/services/telegram.svg"]]);
    expect(await told("amazon")).toEqual([[null, null]]);
    expect((await firstOfPage())?.icon_id).toBe(null);
  });

  it("has 12 popular ones and 40 without a wish", async () => {
    expect((await list("?page=1&per-page=12")).services).toHaveLength(12);
    expect((await list("")).services).toHaveLength(40);
  });

  it.each([
    ["?page=1000000000&per-page=1000000", 100],
    ["?page=999999999999999", undefined],
    ["?page=0&per-page=0", 1],
    ["?page=-3&per-page=-3", 1],
  ])("%s is clamped to a page that exists", async (query, count) => {
    const { response, services } = await list(query);
    expect(services.length).toBeGreaterThan(0);
    expect(services.length).toBeLessThanOrEqual(count ?? 40);
    const page = Number(response.headers.get("x-pagination-current-page"));
    expect(page).toBeLessThanOrEqual(Number(response.headers.get("x-pagination-page-count")));
  });

  it.each([
    "?page=abc",
    "?page=1.5",
    "?page=1e3",
    "?per-page=NaN",
    "?page=",
    `?search=${"a".repeat(101)}`,
    "?search=%00",
  ])("the query %s is refused with 400", async (query) => {
    const response = await get(`/service${query}`);
    expect(response.status).toBe(400);
    expect(await errorCode(response)).toBe("VALIDATION");
  });

  it.each([
    ["telegram", "tg"],
    ["Телеграм", "tg"],
    ["  whats app ", "wa"],
    ["vkontakte", "vk"],
  ])("the search %j finds the service %s", async (search, code) => {
    const { services } = await list(`?search=${encodeURIComponent(search)}`);
    expect(services[0]?.external_id).toBe(code);
  });

  it.each([
    "'",
    "' or '1'='1",
    "%",
    "_",
    "\\",
    "%_%",
    "';select pg_sleep(5)--",
    "{{7*7}}",
    "zzzzzz",
    "\u202e",
  ])("the characters of search=%j are taken literally", async (search) => {
    const { response, services } = await list(`?search=${encodeURIComponent(search)}`);
    expect(services.length).toBeLessThan(20);
    expect(response.headers.get("x-pagination-total-count")).toBe(String(services.length));
  });

  it("answers an empty page when nothing is found", async () => {
    const { response, services } = await list("?search=zzzzzzzz&page=4");
    expect(services).toEqual([]);
    expect(response.headers.get("x-pagination-page-count")).toBe("0");
  });

  it("shows no refused service, by no search", async () => {
    for (const search of ["paypal", "revolut", "binance", "etoro", "gov", "full rent"]) {
      const { services } = await list(`?search=${encodeURIComponent(search)}`);
      const codes = services.map(({ external_id }) => external_id);
      for (const refused of ["ts", "ij", "aon", "apb", "afe", "full"]) expect(codes).not.toContain(refused);
    }
  });

  it("names services in the language where they are words", async () => {
    const { services } = await list(`?search=${encodeURIComponent("any other")}`, { "x-user-locale": "es" });
    expect(services[0]?.name).toBe("Cualquier otro");
  });
});

describe("/policy/blocks", () => {
  const stop = { serviceId: 1, reasonText: "many cancelled numbers" };

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
    expect(await (await get("/service?search=whatsapp&per-page=1")).text()).not.toContain('"wa"');
    expect((await post(`/policy/blocks/${blockId}/lift`, { reason: "settled" }, staff)).status).toBe(200);
    expect(await (await get("/service?search=whatsapp&per-page=1")).text()).toContain('"wa"');
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
