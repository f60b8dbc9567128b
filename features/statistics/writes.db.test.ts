import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { expireActivation } from "#features/activations/writes.ts";
import { seedCatalogue } from "#features/catalogue/writes.ts";
import { seedPolicy } from "#features/policy/writes.ts";
import { listCountryMetrics } from "#features/statistics/reads.ts";
import { countOrders, forgetOldDays } from "#features/statistics/writes.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type ApiBuyer, givenApiBuyer } from "#lib/testing/api-buyer.ts";
import { handlerApiOn } from "#lib/testing/handler-api.ts";
import { givenLane, moveClock } from "#lib/testing/market.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const { say, buy, push } = handlerApiOn(db);
const TELEGRAM = 52;
const everything = { offset: 0, limit: 10 };

let buyer: ApiBuyer;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenApiBuyer(db, 1_000_000);
  await givenLane(db, { countryId: 6, count: 20 });
  await givenLane(db, { countryId: 10, count: 20 });
});

async function givenEnded(country: number, withCode: boolean): Promise<void> {
  const { id } = await buy(buyer, { country });
  if (!withCode) return expireActivation(db, { id: Number(id), state: "waiting" });
  await push(id, "Telegram code 12345");
  expect(await say(buyer, { action: "setStatus", id, status: 6 })).toBe("ACCESS_ACTIVATION");
}

const figures = () =>
  rows(db, sql`select country_id, purchases, successes from statistics_days order by country_id, day`);

describe("the days' figures", () => {
  it("count every order once, when it has ended and its neighbours can no longer come before it", async () => {
    expect(await say(buyer, { action: "getListOfTopCountriesByService", service: "tg" })).toBe("NO_METRICS");
    for (const withCode of [true, true, false]) await givenEnded(6, withCode);
    await givenEnded(10, true);
    expect(await countOrders(db, 100)).toBe(0);
    await moveClock(owner, "6 minutes");
    const open = await buy(buyer, { country: 6 });
    await givenEnded(10, false);
    await moveClock(owner, "6 minutes");
    const looks = await Promise.all(Array.from({ length: 6 }, () => countOrders(db, 100)));
    expect(looks.reduce((sum, seen) => sum + seen, 0)).toBe(4);
    expect(await figures()).toEqual([
      { country_id: 6, purchases: 3, successes: 2 },
      { country_id: 10, purchases: 1, successes: 1 },
    ]);
    expect(await say(buyer, { action: "setStatus", id: open.id, status: 8 })).toBe("ACCESS_CANCEL");
    // In steps as small as may be.
    const steps: number[] = [];
    for (let at = 0; at < 3; at += 1) steps.push(await countOrders(db, 1));
    expect(steps).toEqual([1, 1, 0]);
    expect(await figures()).toEqual([
      { country_id: 6, purchases: 4, successes: 2 },
      { country_id: 10, purchases: 2, successes: 1 },
    ]);
  });

  it("tell share and success per country, of 30 days", async () => {
    expect(await listCountryMetrics(db, TELEGRAM, everything)).toEqual([
      { countryId: 6, sharePercent: 66.67, successPercent: 50 },
      { countryId: 10, sharePercent: 33.33, successPercent: 50 },
    ]);
    expect(await listCountryMetrics(db, TELEGRAM, { offset: 1, limit: 1 })).toEqual([
      { countryId: 10, sharePercent: 33.33, successPercent: 50 },
    ]);
    expect(await forgetOldDays(db, 400)).toBe(0);
    await moveClock(owner, "31 days");
    expect(await listCountryMetrics(db, TELEGRAM, everything)).toEqual([]);
    await moveClock(owner, "-31 days");
  });
});

describe("getListOfTopCountriesByService", () => {
  const ask = (parameters: object) =>
    say(buyer, { action: "getListOfTopCountriesByService", service: "tg", ...parameters });

  it("has exactly these bytes", async () => {
    // Another page than the one that was asked for while there was nothing.
    expect(await ask({ length: 5 })).toBe(
      '[{"country":6,"share":66.67,"rate":50},{"country":10,"share":33.33,"rate":50}]',
    );
    expect(await ask({ length: 1, page: 2 })).toBe('[{"country":10,"share":33.33,"rate":50}]');
    expect(await ask({ length: 1, page: 3 })).toBe("NO_METRICS");
    expect(await ask({ service: "wa" })).toBe("NO_METRICS");
    expect(await ask({ service: "nosuch" })).toBe("WRONG_SERVICE");
  });
});
