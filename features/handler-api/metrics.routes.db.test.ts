import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerApiOn } from "#features/handler-api/handler-api.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const { ask, say } = handlerApiOn(db);

let buyer: ApiBuyer;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  buyer = await givenApiBuyer(db, 0);
  await execute(
    db,
    sql`insert into statistics_days (day, service_id, country_id, purchases, successes)
        select (app_now() at time zone 'UTC')::date - days, 52, country, purchases, successes
        from (values (10, 6, 3, 1), (11, 6, 1, 1), (10, 10, 2, 1), (40, 10, 900, 0)) v(days, country, purchases, successes)`,
  );
});

describe("getListOfTopCountriesByService", () => {
  const told = (parameters: Record<string, string | number>) =>
    say(buyer, { action: "getListOfTopCountriesByService", ...parameters });

  it("has exactly these bytes, of the last 30 days", async () => {
    expect(await told({ service: "tg" })).toBe(
      '[{"country":6,"share":66.67,"rate":50},{"country":10,"share":33.33,"rate":50}]',
    );
  });

  it.each<[Record<string, string | number>, string]>([
    [{ service: "tg", length: 1, page: 2 }, '[{"country":10,"share":33.33,"rate":50}]'],
    [{ service: "tg", length: 1, page: 3 }, "NO_METRICS"],
    [{ service: "wa" }, "NO_METRICS"],
    [{ service: "nosuch" }, "WRONG_SERVICE"],
    [{}, "WRONG_SERVICE"],
  ])("the parameters %j are answered %s", async (parameters, expected) => {
    expect(await told(parameters)).toBe(expected);
  });

  it("an unchanged answer is not sent again to a client that kept it", async () => {
    const query = { action: "getListOfTopCountriesByService", service: "tg" };
    const etag = (await ask(buyer, query)).headers.get("etag") ?? "";
    expect((await ask(buyer, query, { headers: { "if-none-match": etag } })).status).toBe(304);
  });
});
