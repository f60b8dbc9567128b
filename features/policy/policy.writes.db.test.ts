import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import type { ServiceCategory } from "#features/catalogue/catalogue.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import {
  askPolicy,
  findCountryForSale,
  findServiceForSale,
  forgetPolicy,
  listBlocks,
  listCountriesForSale,
  listPopularServicesForSale,
  listServicesForSale,
} from "#features/policy/policy.reads.ts";
import {
  refusedCategories,
  russiaCountryIds,
  saleChannels,
  saleModes,
  switchActsWithinMs,
} from "#features/policy/policy.rules.ts";
import { blockSale, liftBlock, type NewBlock, seedPolicy } from "#features/policy/policy.writes.ts";
import { monotonicMs } from "#lib/clock.ts";
import { listen } from "#lib/db/listen.ts";
import { createDb } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb();
/** Another process: a pool and so a memory of its own. */
const otherProcess = createDb(url, { max: 2 });
afterAll(() => otherProcess.close());

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

const site = { mode: "activation", channel: "site" } as const;
const stop: NewBlock = {
  effect: "deny",
  reasonCode: "KILL_SWITCH",
  reasonText: "incident",
  actor: "staff:1",
};
const block = (part: Partial<NewBlock>) => withTransaction(db, (tx) => blockSale(tx, { ...stop, ...part }));
const lift = (blockId: number) =>
  withTransaction(db, (tx) => liftBlock(tx, { blockId, actor: "staff:2", reason: "over" }));

async function waitFor(isTrue: () => Promise<boolean>): Promise<number> {
  const startedMs = monotonicMs();
  while (!(await isTrue())) {
    if (monotonicMs() - startedMs > 10_000) throw new Error("waited for 10 s");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return monotonicMs() - startedMs;
}

describe("what is refused from the start", () => {
  it("is Russia, by either id, in every mode and channel, with any service", async () => {
    for (const countryId of russiaCountryIds)
      for (const mode of saleModes)
        for (const channel of saleChannels)
          for (const serviceId of [undefined, 52])
            expect(await askPolicy(db, { countryId, mode, channel, serviceId })).toMatchObject({
              allowed: false,
              reasonCode: "RUSSIA",
            });
    expect((await listCountriesForSale(db, site, "ru")).map(({ slug }) => slug)).not.toContain("russia");
    expect(await findCountryForSale(db, site, 222)).toBeNull();
  });

  it("is every service of the refused categories, and no list shows one", async () => {
    const categories = Object.keys(refusedCategories) as ServiceCategory[];
    const refused = await rows<{ id: number; code: string }>(
      db,
      sql`select id, code from catalogue_services where category = any(${categories})`,
    );
    expect(refused.length).toBeGreaterThan(50);
    const shown = new Set<number>();
    for (let page = 1; page <= 10; page += 1) {
      for (const { id } of (await listServicesForSale(db, site, { page, perPage: 100 })).items) shown.add(id);
    }
    for (const { id } of refused) {
      expect(shown.has(id)).toBe(false);
      expect(await findServiceForSale(db, site, id)).toBeNull();
      expect(await findServiceForSale(db, { mode: "rent", channel: "api" }, id)).toBeNull();
    }
    expect(shown.size).toBeGreaterThanOrEqual(300);
  });

  it("is every account at a service of the refused categories, also where its numbers may be sold", async () => {
    const refused = await rows<{ id: number; code: string }>(
      db,
      sql`select id, code from catalogue_services where category = any(${Object.keys(refusedCategories)})`,
    );
    expect(refused.length).toBeGreaterThan(50);
    for (const { id, code } of refused)
      expect(
        await askPolicy(db, { mode: "readyAccounts", channel: "site", serviceId: id }),
        code,
      ).toMatchObject({ allowed: false });
    const own = await one<{ count: number }>(
      owner,
      sql`select count(*)::int as count from policy_blocks
          where seed_key = any(${refused.map(({ code }) => `mode:readyAccounts:service:${code}`)})`,
    );
    expect(own.count, "a block of its own each, which stays when the general one is lifted").toBe(
      refused.length,
    );
  });

  it("is a full rent in activation mode only", async () => {
    const full = (await findServiceByCode(db, "full"))!;
    expect(await findServiceForSale(db, site, full.id)).toBeNull();
    expect(await findServiceForSale(db, { mode: "rent", channel: "site" }, full.id)).not.toBeNull();
  });

  it("leaves 12 popular services to be sold", async () => {
    const popular = await listPopularServicesForSale(db, site);
    expect(popular).toHaveLength(12);
    expect(popular[0]?.id).toBe(52);
  });

  it("is not doubled by a second seed, and what staff lifted stays lifted", async () => {
    const bank = await one<{ id: number }>(
      db,
      sql`select id from policy_blocks where seed_key = 'service:bhi'`,
    );
    const before = await listBlocks(db, 1000);
    await lift(bank.id);
    await withTransaction(db, seedPolicy);
    const after = await listBlocks(db, 1000);
    expect(after).toHaveLength(before.length);
    expect(after.find(({ id }) => id === bank.id)).toMatchObject({ liftedBy: "staff:2", liftReason: "over" });
  });
});

describe("a kill switch", () => {
  it.each([
    ["a service", { serviceId: 52 }],
    ["a country", { countryId: 6 }],
    ["a supplier", { supplierId: 7 }],
    ["a mode", { mode: "activation" }],
    ["a channel", { channel: "site" }],
    ["everything", {}],
  ] as const)("on %s acts in another process within 5 s, and so does its end", async (_name, selectors) => {
    const question = { serviceId: 52, countryId: 6, supplierId: 7, ...site };
    forgetPolicy(otherProcess);
    expect((await askPolicy(otherProcess, question)).allowed).toBe(true);
    const { blockId } = await block(selectors);
    expect(await waitFor(async () => !(await askPolicy(otherProcess, question)).allowed)).toBeLessThan(
      switchActsWithinMs,
    );
    await lift(blockId);
    expect(await waitFor(async () => (await askPolicy(otherProcess, question)).allowed)).toBeLessThan(
      switchActsWithinMs,
    );
  });

  it("acts at once in a process that listens, and tells the page cache", async () => {
    const heard: string[] = [];
    const listening = listen(url, {
      channels: {
        policy_changed: () => {
          forgetPolicy(otherProcess);
          heard.push("policy");
        },
        page_tags: (payload) => heard.push(payload),
      },
    });
    await listening.ready;
    try {
      await askPolicy(otherProcess, site);
      const { blockId } = await block({ serviceId: 1 });
      const question = { serviceId: 1, ...site };
      await eventually(() => expect(heard).toEqual(["policy", "catalogue"]));
      expect((await askPolicy(otherProcess, question)).allowed).toBe(false);
      await lift(blockId);
    } finally {
      await listening.close();
    }
  });

  it("that rolls back has not been", async () => {
    await expect(
      withTransaction(db, async (tx) => {
        await blockSale(tx, stop);
        throw new Error("second thoughts");
      }),
    ).rejects.toThrow("second thoughts");
    forgetPolicy(db);
    expect((await askPolicy(db, site)).allowed).toBe(true);
  });
});

describe("API only", () => {
  it("hides a service from the site and leaves it to the API", async () => {
    const { blockId } = await block({ serviceId: 2, effect: "api_only", reasonCode: "API_ONLY" });
    forgetPolicy(db);
    expect(await findServiceForSale(db, site, 2)).toBeNull();
    expect(await findServiceForSale(db, { mode: "activation", channel: "api" }, 2)).not.toBeNull();
    await lift(blockId);
  });
});

describe("lifting a block", () => {
  it("happens once, even when two do it", async () => {
    const { blockId } = await block({ serviceId: 3 });
    const outcomes = await Promise.allSettled([lift(blockId), lift(blockId)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(lift(blockId)).rejects.toThrow("BLOCK_ALREADY_LIFTED");
  });

  it("is refused for what is not there and for what the law forbids", async () => {
    await expect(lift(999_999)).rejects.toThrow("BLOCK_NOT_FOUND");
    const russia = await one<{ id: number }>(
      db,
      sql`select id from policy_blocks where seed_key = 'country:222'`,
    );
    await expect(lift(russia.id)).rejects.toThrow("BLOCK_PERMANENT");
    await expect(
      execute(
        owner,
        sql`update policy_blocks set lifted_at = app_now(), lifted_by = 'x', lift_reason = 'x' where id = ${russia.id}`,
      ),
    ).rejects.toThrow("check constraint");
  });

  it("blocks that were set and lifted are kept for ever", async () => {
    const { blockId } = await block({ serviceId: 4 });
    await lift(blockId);
    expect(
      await rows(
        db,
        sql`select action, actor, reason from policy_history where block_id = ${blockId} order by id`,
      ),
    ).toEqual([
      { action: "blocked", actor: "staff:1", reason: "incident" },
      { action: "lifted", actor: "staff:2", reason: "over" },
    ]);
    await expect(execute(db, sql`delete from policy_history`)).rejects.toThrow("permission denied");
    await expect(execute(owner, sql`update policy_history set reason = 'rewritten'`)).rejects.toThrow(
      "append-only",
    );
    await expect(execute(db, sql`update policy_blocks set reason_text = 'rewritten'`)).rejects.toThrow(
      "permission denied",
    );
    await expect(execute(db, sql`delete from policy_blocks`)).rejects.toThrow("permission denied");
  });
});
