import { describe, expect, it } from "vitest";
import { MicroBatch } from "#lib/db/micro-batch.ts";

type Gate = { open(): void; readonly opened: Promise<void> };

function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
}

/** A batch whose calls wait for their gate; what ran together is written down. */
function watched(
  wish: { slots?: number; maxItems?: number; many?: (items: readonly number[]) => (string | null)[] } = {},
) {
  const calls: number[][] = [];
  const gates: Gate[] = [];
  const wait = async (items: number[]) => {
    const own = gate();
    gates.push(own);
    calls.push(items);
    await own.opened;
  };
  const batch = new MicroBatch<number, string>({
    slots: wish.slots ?? 1,
    maxItems: wish.maxItems ?? 64,
    isUndone: (error) => (error as Error).message === "undone",
    runOne: async (item) => {
      await wait([item]);
      if (item < 0) throw new Error(`no ${item}`);
      return `alone ${item}`;
    },
    runMany: async (items) => {
      await wait([...items]);
      return wish.many?.(items) ?? items.map((item) => `together ${item}`);
    },
  });
  const openNext = async () => {
    gates.shift()?.open();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { batch, calls, openNext };
}

describe("a micro-batch", () => {
  it("runs an item at once and alone while a slot is free, and the gathered ones together afterwards", async () => {
    const { batch, calls, openNext } = watched({ slots: 2 });
    const results = [1, 2, 3, 4, 5].map((item) => batch.run(item));
    expect(calls).toEqual([[1], [2]]);
    await openNext();
    expect(calls).toEqual([[1], [2], [3, 4, 5]]);
    await openNext();
    await openNext();
    expect(await Promise.all(results)).toEqual([
      "alone 1",
      "alone 2",
      "together 3",
      "together 4",
      "together 5",
    ]);
  });

  it("takes no more than its maximum into one call, oldest first", async () => {
    const { batch, calls, openNext } = watched({ maxItems: 2 });
    const results = [1, 2, 3, 4].map((item) => batch.run(item));
    for (let turn = 0; turn < 3; turn += 1) await openNext();
    await Promise.all(results);
    expect(calls).toEqual([[1], [2, 3], [4]]);
  });

  it("runs those alone that the call gave back, and rejects only the one that fails", async () => {
    const { batch, calls, openNext } = watched({
      many: (items) => items.map((item) => (item > 0 ? `ok ${item}` : null)),
    });
    const results = Promise.allSettled([1, 2, -3, 4].map((item) => batch.run(item)));
    for (let turn = 0; turn < 3; turn += 1) await openNext();
    expect(
      (await results).map((one) => (one.status === "fulfilled" ? one.value : String(one.reason))),
    ).toEqual(["alone 1", "ok 2", "Error: no -3", "ok 4"]);
    expect(calls).toEqual([[1], [2, -3, 4], [-3]]);
  });

  it("runs the items of a batch that changed nothing one by one", async () => {
    const undone = watched({
      many: () => {
        throw new Error("undone");
      },
    });
    const results = [1, 2, 3].map((item) => undone.batch.run(item));
    for (let turn = 0; turn < 4; turn += 1) await undone.openNext();
    expect(await Promise.all(results)).toEqual(["alone 1", "alone 2", "alone 3"]);
  });

  it("tells every item of a batch whose end is not known, and runs none of them again", async () => {
    const lost = watched({
      many: () => {
        throw new Error("connection lost");
      },
    });
    const results = Promise.allSettled([1, 2, 3].map((item) => lost.batch.run(item)));
    for (let turn = 0; turn < 2; turn += 1) await lost.openNext();
    expect((await results).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(lost.calls).toEqual([[1], [2, 3]]);
    const later = lost.batch.run(9);
    await lost.openNext();
    expect(await later).toBe("alone 9");
  });
});
