import { Registry } from "prom-client";
import sql from "sql-template-tag";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ClockWatch, listWrongClocks } from "#lib/clocks/clock-watch.ts";
import { execute, rows } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();

/** How far the clock under test is ahead of this machine's. */
let aheadMs = 0;
const own = { nowMs: () => Date.now() + aheadMs, monotonicMs: () => performance.now() };
const told: string[] = [];

beforeEach(() => {
  aheadMs = 0;
  told.length = 0;
  for (const level of ["error", "info"] as const)
    vi.spyOn(log, level).mockImplementation((...given: unknown[]) => void told.push(`${level}: ${given[1]}`));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await execute(owner, sql`delete from lib_wrong_clocks`);
});

const watch = (machine = "host-1") => {
  const registry = new Registry();
  return { registry, clock: new ClockWatch("worker", registry, { machine, own }) };
};
const gaugeOf = async (registry: Registry) =>
  Number(/^clock_ahead_of_database_seconds (\S+)$/m.exec(await registry.metrics())?.[1]);

describe("a process watches its clock", () => {
  test("a clock that agrees with the database is measured and nothing is said about it", async () => {
    const { registry, clock } = watch();
    expect(await gaugeOf(registry)).toBeNaN();
    await clock.look(db);
    expect(Math.abs(await gaugeOf(registry))).toBeLessThan(30);
    expect(told).toEqual([]);
    expect(await listWrongClocks(db)).toEqual([]);
  });

  test("a clock that becomes wrong is told once, stays at the desk, and is told once when it is right again", async () => {
    const { registry, clock } = watch();
    await clock.look(db);
    aheadMs = 7_200_000;
    await clock.look(db);
    await clock.look(db);
    expect(told).toEqual(["error: the clock is 2 h ahead of the database's: have both follow NTP"]);
    expect(await gaugeOf(registry)).toBeGreaterThan(7_100);
    const [wrong, ...others] = await listWrongClocks(db);
    expect(others).toEqual([]);
    expect(wrong).toMatchObject({ process: "worker", machine: "host-1" });
    expect(Math.abs((wrong?.aheadMs ?? 0) - 7_200_000)).toBeLessThan(30_000);
    aheadMs = 0;
    await clock.look(db);
    await clock.look(db);
    expect(told.slice(1)).toEqual(["info: the clock agrees with the database's again"]);
    expect(await rows(db, sql`select from lib_wrong_clocks`)).toEqual([]);
  });

  test("a clock that is behind is told as behind", async () => {
    aheadMs = -3_456_000_000;
    await watch().clock.look(db);
    expect(told).toEqual([
      expect.stringMatching(/^error: the clock is (40 days|39 days 23 h) behind the database's/),
    ]);
  });

  test("the test clock of the database makes no clock wrong, however far it leaps", async () => {
    await moveClock(owner, "40 days");
    await watch().clock.look(db);
    await resetClock(owner);
    expect(told).toEqual([]);
  });

  test("what a former process of the same machine left is taken away by the first look", async () => {
    aheadMs = 7_200_000;
    await watch().clock.look(db);
    aheadMs = 0;
    await watch().clock.look(db);
    expect(await listWrongClocks(db)).toEqual([]);
  });

  test("the clock of a machine that no longer looks is not shown, and its row goes after an hour", async () => {
    aheadMs = 7_200_000;
    await watch("gone").clock.look(db);
    const age = (interval: string) =>
      execute(
        owner,
        sql`update lib_wrong_clocks set measured_at = clock_timestamp() - ${interval}::interval`,
      );
    await age("3 minutes");
    expect(await listWrongClocks(db)).toEqual([]);
    await age("61 minutes");
    aheadMs = 0;
    await watch().clock.look(db);
    expect(await rows(db, sql`select from lib_wrong_clocks`)).toEqual([]);
  });

  test("a database that does not answer leaves what was known, and the watch goes on until it is stopped", async () => {
    const { registry, clock } = watch();
    await clock.look(db);
    const before = await gaugeOf(registry);
    const broken = { ...db, query: () => Promise.reject(new Error("away")) };
    await expect(clock.look(broken)).rejects.toThrow("away");
    const stopping = new AbortController();
    const running = clock.run(broken, stopping.signal);
    stopping.abort();
    await running;
    expect(await gaugeOf(registry)).toBe(before);
    expect(told).toEqual([]);
  });
});
