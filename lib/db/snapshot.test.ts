import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Db } from "#lib/db/pool.ts";
import { defineSnapshot } from "#lib/db/snapshot.ts";
import { eventually } from "#lib/testing/eventually.ts";

const fakeDb = () => ({}) as Db;

function counting(softMs: number, hardMs: number, patienceMs?: number) {
  const state = { loads: 0, value: "a", fails: false, delayMs: 0 };
  const snapshot = defineSnapshot<string>({
    name: "test",
    softMs,
    hardMs,
    ...(patienceMs === undefined ? {} : { patienceMs }),
    load: async () => {
      state.loads += 1;
      const { value } = state;
      await pause(state.delayMs);
      if (state.fails) throw new Error("database away");
      return value;
    },
  });
  return { state, snapshot };
}

describe("a snapshot", () => {
  it("is loaded once for any number of readers while it is fresh", async () => {
    const { state, snapshot } = counting(10_000, 20_000);
    const db = fakeDb();
    await Promise.all(Array.from({ length: 50 }, () => snapshot.read(db)));
    await snapshot.read(db);
    expect(state.loads).toBe(1);
  });

  it("is read for each database apart", async () => {
    const { state, snapshot } = counting(10_000, 20_000);
    await snapshot.read(fakeDb());
    await snapshot.read(fakeDb());
    expect(state.loads).toBe(2);
  });

  it("answers at once when soft-stale and is new for later readers", async () => {
    const { state, snapshot } = counting(5, 60_000);
    const db = fakeDb();
    await snapshot.read(db);
    state.value = "b";
    await pause(10);
    expect(await snapshot.read(db)).toBe("a");
    await pause(10);
    expect(await snapshot.read(db)).toBe("b");
  });

  it("makes readers wait when hard-stale, and fails them when it cannot be read", async () => {
    const { state, snapshot } = counting(1, 5);
    const db = fakeDb();
    await snapshot.read(db);
    state.value = "b";
    await pause(10);
    expect(await snapshot.read(db)).toBe("b");
    state.fails = true;
    await pause(10);
    await expect(snapshot.read(db)).rejects.toThrow("database away");
    state.fails = false;
    expect(await snapshot.read(db)).toBe("b");
  });

  it("goes on with the old state when that is allowed for ever", async () => {
    const { state, snapshot } = counting(1, Number.POSITIVE_INFINITY);
    const db = fakeDb();
    await snapshot.read(db);
    state.fails = true;
    await pause(5);
    expect(await snapshot.read(db)).toBe("a");
    await pause(5);
    expect(await snapshot.read(db)).toBe("a");
  });

  it("makes readers of limited patience wait no longer, whether it fails or only comes late", async () => {
    const { state, snapshot } = counting(1, 5, 200);
    const db = fakeDb();
    await snapshot.read(db);
    state.value = "b";
    await pause(10);
    expect(await snapshot.read(db)).toBe("b");
    state.fails = true;
    await pause(10);
    expect(await snapshot.read(db)).toBe("b");
    Object.assign(state, { fails: false, value: "c", delayMs: 1_000 });
    await pause(10);
    expect(await snapshot.read(db)).toBe("b");
    await eventually(async () => expect(await snapshot.read(db)).toBe("c"));
  });

  it("is waited for in vain by one reader, and not at once by the next", async () => {
    const { state, snapshot } = counting(1, 1_000, 20);
    const db = fakeDb();
    await snapshot.read(db);
    await pause(1_010);
    state.delayMs = 5_000;
    expect(await snapshot.read(db)).toBe("a");
    const isSooner = await Promise.race([snapshot.read(db).then(() => true), pause(15, false)]);
    expect(isSooner).toBe(true);
  });

  it("shows a reader after the notice what was true then, even if a load was under way", async () => {
    const { state, snapshot } = counting(60_000, 60_000);
    const db = fakeDb();
    state.delayMs = 20;
    const early = snapshot.read(db);
    await pause(5);
    state.value = "b";
    snapshot.invalidate(db);
    expect(await snapshot.read(db)).toBe("b");
    await early;
    expect(await snapshot.read(db)).toBe("b");
  });
});
