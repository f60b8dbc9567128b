import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import {
  app,
  aSecondOfTheWorker,
  askedWith,
  buy,
  buyer,
  db,
  desk,
  forgottenMs,
  givenAgentServer,
  owner,
  push,
} from "#app/api/operated-suppliers.factory.ts";
import { activationSweeps } from "#features/activations/activations.jobs.ts";
import { makeOfferSweep } from "#features/pricing/pricing.jobs.ts";
import { rows } from "#lib/db/query.ts";

const told = (code: string) =>
  rows<{ service: number; count: number; cost: number }>(
    owner,
    sql`select o.service_id as service, o.claimed_count as count, o.cost_kopecks as cost
        from supply_offers o join supply_suppliers s on s.id = o.supplier_id where s.code = ${code} order by 1`,
  );

describe("an agent that staff take on", () => {
  it("is polled and sells, sells nothing while it is paused, sells again, and has ended for good", async () => {
    const server = await givenAgentServer();
    const { supplier, key } = await desk("", {
      ...{ code: "chain", name: "Chain", kind: "agent", baseUrl: server.url, defaultCostKopecks: 500 },
    });
    expect(supplier).toMatchObject({ code: "chain", state: "active", healthy: false, toldCount: 0 });
    expect(await buy()).toBe("NO_NUMBERS");

    await aSecondOfTheWorker();
    expect(askedWith(server.requests)).toBe(key);
    expect(await buy()).toMatch(/^ACCESS_NUMBER:\d+:254712000001$/);
    expect(await push(key, 254_712_000_001)).toEqual([200, "SUCCESS"]);

    await desk("/chain/pause", {});
    // Before the lists have followed nobody is asked either.
    const asked = server.requests.length;
    expect(await buy()).toBe("NO_NUMBERS");
    await aSecondOfTheWorker();
    expect(await buy()).toBe("NO_NUMBERS");
    expect(server.requests.length).toBe(asked);
    // Running orders go on.
    expect(await push(key, 254_712_000_001)).toEqual([200, "SUCCESS"]);

    await desk("/chain/resume", {});
    await aSecondOfTheWorker();
    expect(await buy()).toMatch(/^ACCESS_NUMBER/);

    expect(await desk("/chain/end", {})).toMatchObject({ state: "ended", toldCount: 0, onSaleCount: 0 });
    await aSecondOfTheWorker();
    expect(await buy()).toBe("NO_NUMBERS");
    await pause(forgottenMs);
    expect(await push(key)).toEqual([401, "ERROR_WRONG_KEY"]);
  });

  it("sells only what it may sell, at the costs that are set, from the next second on", async () => {
    const server = await givenAgentServer();
    const common = { name: "Lists", baseUrl: server.url, defaultCostKopecks: 500 };
    await desk("", { ...common, kind: "agent", code: "lists" });
    await aSecondOfTheWorker();
    expect(await told("lists")).toEqual([
      { service: 1, count: 4, cost: 500 },
      { service: 52, count: 9, cost: 500 },
    ]);
    await desk("/lists/edit", { ...common, services: ["wa"] });
    expect(await told("lists")).toMatchObject([{ count: 4 }, { count: 0 }]);
    await aSecondOfTheWorker();
    expect(await told("lists")).toMatchObject([{ count: 4 }, { count: 0 }]);
    await desk("/lists/costs", { kind: "sms", text: "kenya,wa,7.50\n8;tg;1,10", percent: 200 });
    expect(await told("lists")).toMatchObject([{ cost: 1_500 }, { cost: 220 }]);
    await desk("/lists/edit", { ...common, defaultCostKopecks: null, countries: ["kenya"] });
    await aSecondOfTheWorker();
    expect(await told("lists")).toEqual([
      { service: 1, count: 4, cost: 1_500 },
      { service: 52, count: 9, cost: 220 },
    ]);
    await desk("/lists/end", {});
  });

  it("gets no more orders than may be open on it at once, and further ones when its limit allows", async () => {
    const server = await givenAgentServer();
    // Cheaper than whatever was sold here a moment ago.
    const common = { name: "Narrow", baseUrl: server.url, defaultCostKopecks: 50 };
    await desk("", { ...common, kind: "agent", code: "narrow", openMax: 1 });
    await aSecondOfTheWorker();
    expect(await buy()).toMatch(/^ACCESS_NUMBER/);
    const followLimits = async () => {
      await activationSweeps.find(({ name }) => name === "activations-full-suppliers")?.run(db);
      await aSecondOfTheWorker();
    };
    await followLimits();
    expect(await buy()).toBe("NO_NUMBERS");
    expect(await desk("/narrow/edit", { ...common, openMax: 5 })).toMatchObject({ isFull: true });
    await followLimits();
    expect(await buy()).toMatch(/^ACCESS_NUMBER/);
    await desk("/narrow/end", {});
  });
});

describe("own stock that staff take on", () => {
  const report = async (key: string, numbers: object[]) => {
    const response = await app.request("/api/partner/numbers", {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "bank/1" },
      body: JSON.stringify({ action: "NUMBERS_ONLINE", key, numbers }),
    });
    return (await response.json()) as { status: string; putOnSale?: number };
  };
  const number = { number: 254_733_000_001, country: "kenya", operator: "any" };

  it("reports numbers that are sold, come back once they may be sold again, and are parked when it ends", async () => {
    const terms = { name: "Own", kind: "own", rents: false };
    const { key } = await desk("", { ...terms, code: "own-bank" });
    // Cheaper than the agents were that sold here a moment ago.
    await desk("/own-bank/costs", {
      kind: "sms",
      text: "country,service,cost\nkenya,tg,0.20\nkenya,wa,0.20",
    });
    expect(await report(key, [number])).toMatchObject({ status: "SUCCESS", putOnSale: 2 });
    await makeOfferSweep().run(db);
    expect(await buy()).toMatch(/254733000001$/);

    const { name, rents } = terms;
    await desk("/own-bank/edit", { name, rents, services: ["tg"] });
    expect(await told("own-bank")).toMatchObject([{ service: 1, count: 0 }, { service: 52 }]);
    await desk("/own-bank/edit", { name, rents });
    expect(await report(key, [number])).toMatchObject({ putOnSale: 1 });

    await desk("/own-bank/end", {});
    expect(await told("own-bank")).toMatchObject([{ count: 0 }, { count: 0 }]);
    expect(
      await rows(
        owner,
        sql`select from supply_stock s join supply_offers o on o.id = s.offer_id
        join supply_suppliers p on p.id = o.supplier_id where p.code = 'own-bank'`,
      ),
    ).toEqual([]);
    await pause(forgottenMs);
    expect(await report(key, [number])).toMatchObject({ status: "ERROR", error: "ERROR_WRONG_KEY" });
  });

  it("is rented for hours only while it may be", async () => {
    const rent = async () => {
      const wish = { action: "getRentNumber", service: "tg", country: "6", rent_time: "4" };
      return (
        await app.request(`/stubs/handler_api.php?${new URLSearchParams({ api_key: buyer.key, ...wish })}`)
      ).text();
    };
    const terms = { name: "Lender" };
    const { key } = await desk("", { ...terms, kind: "own", code: "lender" });
    await desk("/lender/costs", { kind: "hour", text: "indonesia,tg,5" });
    const forRent = { country: "indonesia", operator: "any", rent: true };
    const numbers = [628_111_000_001, 628_111_000_002].map((one) => ({ ...forRent, number: one }));
    expect(await report(key, numbers)).toMatchObject({ status: "SUCCESS", putOnSale: 2 });
    expect(await rent()).toContain('"status":"success"');
    await desk("/lender/edit", { ...terms, rents: false });
    expect(await rent()).toContain("NO_NUMBERS");
    await desk("/lender/end", {});
  });
});
