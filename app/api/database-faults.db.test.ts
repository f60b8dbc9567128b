import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import {
  ANSWER_WITHIN_MS,
  balance,
  buy,
  db,
  expectClearRefusals,
  expectEverythingGoesOn,
  expectWordsOfTheProtocol,
  openStream,
  origin,
  proxy,
  RECOVERY_WITHIN_MS,
  server,
  untilItWorks,
  warmUp,
} from "#app/api/database-faults.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

describe("while the database is away", () => {
  it("stopped and started again: clear refusals, then everything goes on by itself", {
    timeout: 60_000,
  }, async () => {
    const stream = await openStream();
    await warmUp(8);
    await server.crash("SIGQUIT");
    await expectClearRefusals();
    await expectWordsOfTheProtocol();
    expect((await fetch(`${origin}/readyz`)).status).toBe(503);
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    await server.startAgain();
    expect(await untilItWorks(balance)).toBeLessThan(RECOVERY_WITHIN_MS);
    await expectEverythingGoesOn(stream);
    stream.close();
  });

  it("a call that is refused at the door is refused as ever", { timeout: 60_000 }, async () => {
    const stream = await openStream();
    await warmUp(8);
    await proxy.refuse();
    await expectClearRefusals();
    await expectWordsOfTheProtocol();
    await proxy.restore();
    expect(await untilItWorks(balance)).toBeLessThan(RECOVERY_WITHIN_MS);
    await expectEverythingGoesOn(stream);
    stream.close();
  });

  it("silent (every byte vanishes): nobody hangs, and no half-open connection stays", {
    timeout: 90_000,
  }, async () => {
    const stream = await openStream();
    await warmUp(16);
    proxy.blackhole();
    await expectClearRefusals();
    await expectWordsOfTheProtocol();
    await proxy.restore();
    expect(await untilItWorks(balance)).toBeLessThan(RECOVERY_WITHIN_MS);
    await expectEverythingGoesOn(stream);
    stream.close();
  });
});

describe("half-open connections", () => {
  it("that lay idle during a silent fault cost one caller a second, not everybody the time limit", async () => {
    await warmUp(16);
    await pause(1_100);
    proxy.blackhole();
    await proxy.restore();
    const after = await Promise.all([balance(), balance(), balance()]);
    for (const answer of after) {
      expect(answer.status, answer.text).toBe(200);
      expect(answer.tookMs).toBeLessThan(RECOVERY_WITHIN_MS);
    }
    expect((await balance()).tookMs).toBeLessThan(RECOVERY_WITHIN_MS);
  });

  it("that hold the whole pool under load are given up within the time limit", {
    timeout: 60_000,
  }, async () => {
    await warmUp(16);
    proxy.blackhole();
    const caught = Array.from({ length: 48 }, () => buy());
    await pause(300);
    await proxy.restore();
    expect(await untilItWorks(balance)).toBeLessThan(RECOVERY_WITHIN_MS);
    for (const answer of await Promise.all(caught)) expect([200, 503]).toContain(answer.status);
    expect(db.pool.waitingCount).toBe(0);
  });

  it("in the middle of a transaction are thrown away without a word more", async () => {
    await warmUp(2);
    const startedMs = performance.now();
    const work = withTransaction(db, async (tx) => {
      await execute(tx, sql`select 1`);
      proxy.blackhole();
      await execute(tx, sql`select 2`);
    });
    await expect(work).rejects.toThrow(/timeout/i);
    expect(performance.now() - startedMs).toBeLessThan(ANSWER_WITHIN_MS);
    await proxy.restore();
    expect(await untilItWorks(balance)).toBeLessThan(RECOVERY_WITHIN_MS);
  });
});

describe("a connection that is reset in the middle of a purchase", () => {
  const PURCHASE = "activations-buy";
  const orders = async (key: string) =>
    (
      await one<{ count: number }>(
        server.owner,
        sql`select count(*) as count from activations where idempotency_key = ${key}`,
      )
    ).count;

  it("before the database heard of it: refused, and bought once with the same key", async () => {
    const key = randomUUID();
    proxy.watch({
      up: (bytes) => {
        if (!bytes.includes(PURCHASE)) return "pass";
        proxy.reset();
        return "swallow";
      },
    });
    expect(await buy(key)).toMatchObject({ status: 503, code: "UNAVAILABLE" });
    proxy.watch({});
    expect(await orders(key)).toBe(0);
    expect(await untilItWorks(() => buy(key))).toBeLessThan(RECOVERY_WITHIN_MS);
    expect(await orders(key)).toBe(1);
  });

  it("after it was done: refused, and the same key answers the order that was made", async () => {
    const key = randomUUID();
    let askedOn: object | null = null;
    proxy.watch({
      up: (bytes, connection) => {
        if (bytes.includes(PURCHASE)) askedOn = connection;
        return "pass";
      },
      // Other connections carry other work meanwhile.
      down: (_bytes, connection) => {
        if (connection !== askedOn) return "pass";
        proxy.reset();
        return "swallow";
      },
    });
    expect(await buy(key)).toMatchObject({ status: 503, code: "UNAVAILABLE" });
    proxy.watch({});
    expect(await orders(key)).toBe(1);
    const again = await buy(key);
    expect(again).toMatchObject({ status: 200, replayed: true });
    expect(await orders(key)).toBe(1);
  });

  it("again and again under load: every key is one order in the end", { timeout: 60_000 }, async () => {
    const keys = Array.from({ length: 40 }, () => randomUUID());
    const resetting = setInterval(() => proxy.reset(), 400);
    const ending = setTimeout(() => clearInterval(resetting), 3_000);
    const answers = new Map<string, string>();
    await Promise.all(
      keys.map(async (key, index) => {
        await pause(index * 50);
        for (let attempt = 0; attempt < 200; attempt += 1) {
          const answer = await buy(key);
          if (answer.status === 200) return answers.set(key, answer.text);
          expect(answer.status, answer.text).toBe(503);
          await pause(30);
        }
      }),
    );
    clearTimeout(ending);
    clearInterval(resetting);
    for (const key of keys) expect(await orders(key)).toBe(1);
    await untilItWorks(balance);
    const again = await Promise.all(keys.map((key) => buy(key)));
    for (const [index, answer] of again.entries())
      expect(JSON.parse(answer.text).result).toBe(JSON.parse(answers.get(keys[index]!)!).result);
  });
});
