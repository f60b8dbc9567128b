import { type ChildProcess, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { guest } from "#lib/api/actor.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { route } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { Costs } from "#lib/testing/costs.ts";
import { referenceWork } from "#lib/testing/reference-work.ts";
import { testApi } from "#lib/testing/test-api.ts";

/** What the planted doors may cost, in pieces of the reference work. */
const DECLARED = 6;

const busy: ChildProcess[] = [];
afterEach(() => {
  for (const child of busy.splice(0)) child.kill("SIGKILL");
});

/** Every core has something else to do. */
function takeAllCores(): void {
  for (let core = 0; core < availableParallelism(); core += 1)
    busy.push(spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** A machine on which everything takes so many times as long. */
class Machine {
  readonly #slowness: number;
  readonly costs: Costs;

  constructor(slowness: number) {
    this.#slowness = slowness;
    this.costs = new Costs({
      cpuMs: async () => cpuMs(),
      referenceMs: async () => {
        referenceWork();
        const before = cpuMs();
        this.work(1);
        return cpuMs() - before;
      },
    });
  }

  work(pieces: number): void {
    for (let piece = 0; piece < pieces * this.#slowness; piece += 1) referenceWork();
  }

  /** What a door costs here that does so many pieces of work for whoever asks. */
  async costOf(pieces: number): Promise<number> {
    const planted = defineEndpoint({
      ...{ id: "planted", method: "GET", path: "/planted", tag: "test", summary: "A planted door" },
      access: "public",
      response: z.object({ done: z.boolean() }),
      errors: [],
    });
    const door = route(planted, () => {
      this.work(pieces);
      return { done: true };
    });
    const api = testApi({} as Db, [door], async () => guest);
    const ask = async () => (await api.call("GET", "/api/planted")).status;
    const { cost, result } = await this.costs.of(ask, DECLARED);
    expect(result).toBe(200);
    return cost;
  }
}

describe.each([
  ["a machine", 1, false],
  ["a machine that is four times slower", 4, false],
  ["a machine whose cores are all taken", 1, true],
  ["a machine that is four times slower and whose cores are all taken", 4, true],
] as const)("a judge of costs on %s", (_name, slowness, isTaken) => {
  it("a door is let pass with what it declares, and found that costs ten times as much", {
    timeout: 120_000,
  }, async () => {
    if (isTaken) takeAllCores();
    const machine = new Machine(slowness);
    expect(await machine.costOf(DECLARED / 2)).toBeLessThanOrEqual(DECLARED);
    const dear = await machine.costOf(10 * DECLARED);
    expect(dear).toBeGreaterThan(5 * DECLARED);
    // The same whatever the machine.
    expect(dear).toBeLessThan(20 * DECLARED);
  });
});

describe("a judge of costs on a machine that becomes twice as quick while a work runs", () => {
  it("finds it as dear as it is", async () => {
    let pieceMs = 2;
    let spentMs = 0;
    const costs = new Costs({ cpuMs: async () => spentMs, referenceMs: async () => pieceMs });
    const work = async () => {
      pieceMs = 1;
      spentMs += 60 * pieceMs;
    };
    expect((await costs.of(work, 60)).cost).toBe(60);
  });
});
