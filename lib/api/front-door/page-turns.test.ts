import { describe, expect, it } from "vitest";
import { PageTurns, type Turn, type TurnLimits } from "#lib/api/front-door/page-turns.ts";
import { UpstreamError } from "#lib/api/front-door/upstream.ts";

/** A queue whose pages tell when they begin. */
function queue(limits: Partial<TurnLimits> = {}) {
  const turns = new PageTurns(limits);
  const begun: string[] = [];
  const ask = (lane: string, name = lane): Turn => {
    const turn = turns.ask(lane);
    turn.begun.then(
      () => begun.push(name),
      () => {},
    );
    return turn;
  };
  return { turns, begun, ask };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Ends pages in the order in which they began until nothing runs, and returns that order. */
async function drain(asked: Map<string, Turn>, begun: string[]): Promise<string[]> {
  for (let at = 0; ; at += 1) {
    await settled();
    const name = begun[at];
    if (name === undefined) return begun;
    asked.get(name)!.end();
  }
}

function askMany(ask: (lane: string, name: string) => Turn, lanes: Record<string, number>) {
  const asked = new Map<string, Turn>();
  for (const [lane, count] of Object.entries(lanes))
    for (let page = 0; page < count; page += 1) asked.set(`${lane}${page}`, ask(lane, `${lane}${page}`));
  return asked;
}

describe("turns at the page renderer", () => {
  it("are taken at once up to the limit of a network, and the limit of all", async () => {
    const { turns, begun, ask } = queue({ atOnce: 5, ofOneLane: 3 });
    askMany(ask, { a: 10, b: 10 });
    await settled();
    expect(begun).toEqual(["a0", "a1", "a2", "b0", "b1"]);
    expect([turns.running, turns.waiting]).toEqual([5, 15]);
  });

  it("go round the networks, and in one network who came first is first", async () => {
    const { begun, ask } = queue({ atOnce: 1 });
    const asked = askMany(ask, { a: 4, b: 2, c: 1 });
    expect(await drain(asked, begun)).toEqual(["a0", "a1", "b0", "c0", "a2", "b1", "a3"]);
  });

  it("are had by a newcomer after one page of each other network at most, however many those have waiting", async () => {
    const { begun, ask } = queue({ atOnce: 1 });
    const asked = askMany(ask, { a: 90, b: 90 });
    await settled();
    asked.set("new", ask("new"));
    expect((await drain(asked, begun)).indexOf("new")).toBeLessThanOrEqual(3);
  });

  it("leave a free place for another network beside one that has all it may", async () => {
    const { begun, ask } = queue();
    askMany(ask, { flood: 100 });
    ask("visitor");
    await settled();
    expect(begun).toEqual(["flood0", "flood1", "flood2", "flood3", "visitor"]);
  });

  it("are not queued without end: a network with as many waiting as it may is full, others are not", () => {
    const { turns, ask } = queue({ atOnce: 1, waiting: 3 });
    askMany(ask, { a: 3 });
    expect(turns.isFull("a")).toBe(false);
    ask("a");
    expect([turns.isFull("a"), turns.isFull("b")]).toEqual([true, false]);
  });

  it("pass to the next when a visitor hangs up, whether waiting or being served, once", async () => {
    const { turns, begun, ask } = queue({ atOnce: 1 });
    const asked = askMany(ask, { a: 3 });
    asked.get("a1")!.end();
    await expect(asked.get("a1")!.begun).rejects.toThrow();
    asked.get("a0")!.end();
    asked.get("a0")!.end();
    await settled();
    expect(begun).toEqual(["a0", "a2"]);
    expect([turns.running, turns.waiting]).toEqual([1, 0]);
    asked.get("a2")!.end();
    expect([turns.running, turns.waiting]).toEqual([0, 0]);
  });

  it("come with whichever network's turn is first when several wait for the same page", async () => {
    const { turns, begun, ask } = queue({ atOnce: 1 });
    const asked = askMany(ask, { a: 50 });
    asked.set("shared", ask("a", "shared"));
    asked.get("shared")!.join("b");
    expect((await drain(asked, begun)).indexOf("shared")).toBe(2);
    expect(begun.filter((name) => name === "shared")).toEqual(["shared"]);
    expect([turns.running, turns.waiting]).toEqual([0, 0]);
  });

  it("that do not come in time end as a page that was not answered, and hold no place", async () => {
    const { turns, ask } = queue({ atOnce: 1, waitMs: 5 });
    const first = ask("a");
    await expect(ask("b").begun).rejects.toThrow(UpstreamError);
    expect([turns.running, turns.waiting]).toEqual([1, 0]);
    first.end();
  });
});
