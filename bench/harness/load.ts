import { once } from "node:events";
import { end, startHelper } from "#bench/harness/children.ts";

export type LoadTarget = { method: string; target: string; headers: Record<string, string>; body?: string };

export type LoadOrder = {
  port: number;
  connections: number;
  seconds: number;
  /** Each connection walks through them from a place of its own. */
  targets: LoadTarget[];
  /** Beginning of every good answer's body; an answer without it or without status 200 counts as failed. */
  expect: string;
};

export type LoadResult = {
  answered: number;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  failed: number;
  /** Status and beginning of the first answers that failed. */
  failures: string[];
};

/** Load comes from a process of its own over keep-alive connections, each with one request under way. */
export class Load {
  readonly #child = startHelper("load-process.ts");

  async run(order: LoadOrder): Promise<LoadResult> {
    this.#child.send(order);
    const [result] = (await once(this.#child, "message")) as [LoadResult];
    if (result.failed > 0) {
      throw new Error(
        `${result.failed} of ${result.answered} requests failed: ${result.failures.join(" | ")}`,
      );
    }
    return result;
  }

  stop(): Promise<void> {
    return end(this.#child);
  }
}
