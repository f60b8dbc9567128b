import { Hono } from "hono";
import { beforeAll, describe, expect, it } from "vitest";
import { ServiceWire } from "#features/catalogue/catalogue.contract.ts";
import { givenServicePicture } from "#features/catalogue/catalogue.factory.ts";
import { findServiceByCode, forgetCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { offerSnapshot } from "#features/pricing/snapshot/offer-snapshot.reads.ts";
import { serviceListRoutes } from "#features/pricing/stock/service-list.routes.ts";
import { guest } from "#lib/api/actor.ts";
import { type ApiEnv, mountRoute, requestFacts } from "#lib/api/mount.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

const app = new Hono<ApiEnv>();
app.use(async (context, next) => {
  requestFacts(context);
  await next();
});
for (const one of serviceListRoutes) mountRoute(app, one, { db, resolveActor: async () => guest });

const get = (path: string, headers: Record<string, string> = {}) => app.request(`/api${path}`, { headers });
const errorCode = async (response: Response) =>
  ((await response.json()) as { error: { code: string } }).error.code;

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

  it("puts what can be bought before the rest, in a search only among equal matches and behind an exact one", async () => {
    const codes = async (query: string) => (await list(query)).services.map(({ external_id }) => external_id);
    const before = await codes("?search=te");
    expect([...before.slice(0, 3), before[8], before[9]]).toEqual(["te", "tg", "ep", "tw", "vk"]);
    for (const code of ["bky", "kc"]) {
      const service = await findServiceByCode(db, code);
      await givenOffer(db, { serviceId: service!.id });
    }
    offerSnapshot.invalidate(db);
    expect((await codes("")).slice(0, 3)).toEqual(["kc", "bky", "tg"]);
    const after = await codes("?search=te");
    expect([...after.slice(0, 3), after[8], after[9]]).toEqual(["te", "bky", "tg", "kc", "tw"]);
    expect(after.toSorted()).toEqual(before.toSorted());
  });
});
