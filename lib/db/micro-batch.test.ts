import { describe, expect, it } from "vitest";
import { MicroBatch } from "#lib/db/micro-batch.ts";

type Gate = { open(): void; readonly opened: Promise<void> };

function gate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { open: resolve, opened: promise };
}

/** The rest of this turn of the event loop. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A batch whose calls wait for their gate; what ran together is written down. */
function watched(
  input: { slots?: number; maxItems?: number; many?: (items: readonly number[]) => (string | null)[] } = {},
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
    slots: input.slots ?? 1,
    maxItems: input.maxItems ?? 64,
    isUndone: (error) => (error as Error).message === "undone",
    runOne: async (item) => {
      await wait([item]);
      if (item < 0) throw new Error(`no ${item}`);
      return `alone ${item}`;
    },
    runMany: async (items) => {
      await wait([...items]);
      return input.many?.(items) ?? items.map((item) => `together ${item}`);
    },
  });
  const openNext = async () => {
    gates.shift()?.open();
    await turn();
    await turn();
  };
  /** Each item in a turn of its own. */
  const runApart = async (items: readonly number[]) => {
    const results: Promise<string>[] = [];
    for (const item of items) {
      results.push(batch.run(item));
      await turn();
    }
    return results;
  };
  return { batch, calls, openNext, runApart };
}

describe("a micro-batch", () => {
  it("runs an item alone and without waiting while a slot is free, and the gathered ones together afterwards", async () => {
    const { calls, openNext, runApart } = watched({ slots: 2 });
    const results = await runApart([1, 2, 3, 4, 5]);
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

  it("runs together what is asked for in one turn, though other slots are free", async () => {
    const { batch, calls, openNext } = watched({ slots: 3 });
    const results = [1, 2, 3].map((item) => batch.run(item));
    expect(calls).toEqual([]);
    await turn();
    expect(calls).toEqual([[1, 2, 3]]);
    await openNext();
    expect(await Promise.all(results)).toEqual(["together 1", "together 2", "together 3"]);
  });

  it("takes no more than its maximum into one call, oldest first", async () => {
    const { batch, calls, openNext } = watched({ maxItems: 2 });
    const results = [1, 2, 3, 4, 5].map((item) => batch.run(item));
    await turn();
    for (let call = 0; call < 3; call += 1) await openNext();
    await Promise.all(results);
    expect(calls).toEqual([[1, 2], [3, 4], [5]]);
  });

  it("runs those alone that the call gave back, and rejects only the one that fails", async () => {
    const { batch, calls, openNext } = watched({
      many: (items) => items.map((item) => (item > 0 ? `ok ${item}` : null)),
    });
    const results = Promise.allSettled([1, 2, -3, 4].map((item) => batch.run(item)));
    await turn();
    for (let call = 0; call < 2; call += 1) await openNext();
    expect(
      (await results).map((one) => (one.status === "fulfilled" ? one.value : String(one.reason))),
    ).toEqual(["ok 1", "ok 2", "Error: no -3", "ok 4"]);
    expect(calls).toEqual([[1, 2, -3, 4], [-3]]);
  });

  it("runs the items of a batch that changed nothing one by one", async () => {
    const undone = watched({
      many: () => {
        throw new Error("undone");
      },
    });
    const results = [1, 2, 3].map((item) => undone.batch.run(item));
    await turn();
    for (let call = 0; call < 4; call += 1) await undone.openNext();
    expect(await Promise.all(results)).toEqual(["alone 1", "alone 2", "alone 3"]);
  });

  it("tells every item of a batch whose end is not known, and runs none of them again", async () => {
    const lost = watched({
      many: () => {
        throw new Error("connection lost");
      },
    });
    const results = Promise.allSettled([1, 2, 3].map((item) => lost.batch.run(item)));
    await turn();
    await lost.openNext();
    expect((await results).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(lost.calls).toEqual([[1, 2, 3]]);
    const later = lost.batch.run(9);
    await turn();
    await lost.openNext();
    expect(await later).toBe("alone 9");
  });
});
