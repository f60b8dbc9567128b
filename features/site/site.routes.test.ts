import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { siteConfigEndpoint } from "#features/site/site.contract.ts";
import { siteRoutes } from "#features/site/site.routes.ts";
import { guest } from "#lib/api/actor.ts";
import { type ApiEnv, mountRoute, requestFacts } from "#lib/api/mount.ts";
import type { Db } from "#lib/db/pool.ts";
import { locales } from "#lib/i18n/locales.ts";

const app = new Hono<ApiEnv>();
app.use(async (context, next) => {
  requestFacts(context);
  await next();
});
// The settings need no database.
for (const one of siteRoutes) mountRoute(app, one, { db: {} as Db, resolveActor: async () => guest });

const get = (headers: Record<string, string> = {}) => app.request("/api/configs", { headers });

describe("GET /configs", () => {
  it("answers the defaults of the spec", async () => {
    const response = await get();
    expect(response.status).toBe(200);
    const { variables } = siteConfigEndpoint.response.parse(await response.json());
    expect(variables).toMatchObject({
      defaultServiceId: 52,
      defaultServiceExternalId: "tg",
      defaultCountryId: 95,
      defaultRentServiceExternalId: "tg",
      showRent: true,
      defaultCurrency: "usd",
      pageSizes: { services: 40, popularServices: 12, countriesShown: 14, countryPlaceholders: 15 },
      timers: {
        ...{ serviceSearchDebounceMs: 1000, balancePollEveryMs: 10_000, balancePollTimes: 90 },
        ...{ routeLoaderThrottleMs: 200, attributionAfterMs: 5_000, fingerprintAfterMs: 20_000 },
      },
      scrollThresholdPx: 140,
      refundWindowMinutes: 20,
      rentHours: { min: 4, max: 672 },
      partnerPortsMin: 16,
    });
    expect(variables.languages.map(({ id }) => id)).toEqual(locales);
    expect(variables.currencies.map(({ symbol }) => symbol)).toEqual(["₽", "$"]);
  });

  it("answers the defaults of the visitor's language where the settings name them", async () => {
    vi.stubEnv("DEFAULTS_BY_LANGUAGE", "ru=1:wa:6");
    vi.resetModules();
    const { siteVariables } = await import("#features/site/site.reads.ts");
    vi.unstubAllEnvs();
    expect(siteVariables("ru")).toMatchObject({
      defaultServiceId: 1,
      defaultServiceExternalId: "wa",
      defaultCountryId: 6,
    });
    expect(siteVariables("en")).toMatchObject({ defaultServiceId: 52, defaultCountryId: 95 });
  });

  it("tells the visitor's country where a proxy tells it in the header of the settings, else none", async () => {
    const known = new Headers({ "x-country": "RU" });
    expect((await import("#features/site/site.reads.ts")).countryOf(known)).toBeNull();
    vi.stubEnv("COUNTRY_HEADER", "x-country");
    vi.resetModules();
    const { countryOf } = await import("#features/site/site.reads.ts");
    vi.unstubAllEnvs();
    expect(countryOf(known)).toBe("RU");
    for (const told of ["", "ru", "T1", "Russia"])
      expect(countryOf(new Headers({ "x-country": told }))).toBeNull();
  });

  it("keeps the visitor's session token for 60 days", async () => {
    const token = `frnt${"a1".repeat(16)}`;
    const cookie = (await get({ cookie: "cookie-notice=all", "x-session-token": token })).headers.get(
      "set-cookie",
    );
    expect(cookie).toBe(`session-token=${token}; Path=/; Max-Age=5184000; SameSite=Lax`);
  });

  it.each([
    "",
    "frnt",
    "abcd1234abcd1234",
    "frnt; Path=/; Domain=evil.test",
    `frnt${"x".repeat(200)}`,
    "frnt<script>alert",
  ])("makes a new token for the misshapen %j", async (token) => {
    const cookie = (await get({ cookie: "cookie-notice=all", "x-session-token": token })).headers.get(
      "set-cookie",
    );
    expect(cookie).toMatch(/^session-token=frnt[0-9a-f]{32}; Path=\/; Max-Age=5184000; SameSite=Lax$/);
  });

  it.each(["", "cookie-notice=1", "cookie-notice=necessary", "xcookie-notice=all"])(
    "sets nothing for a visitor who did not allow statistics (%j)",
    async (cookie) => {
      const headers = { cookie, "x-session-token": `frnt${"a1".repeat(16)}` };
      expect((await get(headers)).headers.get("set-cookie")).toBeNull();
    },
  );

  it("is kept by no cache, since it may set a cookie", async () => {
    expect((await get()).headers.get("cache-control")).toContain("no-store");
  });

  it("gives two visitors two tokens", async () => {
    const [one, two] = [
      await get({ cookie: "cookie-notice=all" }),
      await get({ cookie: "cookie-notice=all" }),
    ].map((response) => response.headers.get("set-cookie"));
    expect(one).not.toBe(two);
  });
});
