import { once } from "node:events";
import { end, startHelper } from "#bench/harness/children.ts";
import type { OpenOrder } from "#bench/harness/orders.ts";

export type StreamsOrder = {
  port: number;
  /** One stream for each order's user. */
  orders: (OpenOrder & { key: string })[];
  pushKey: string;
  /** Ids of the SMS count from here: a supplier's id is taken once. */
  firstSmsId?: number;
  perSecond: number;
  /** The first seconds are pushed and not counted: a process that has just begun is slow. */
  warmUpSeconds: number;
  seconds: number;
};

export type StreamsResult = { pushed: number; p50Ms: number; p95Ms: number; maxMs: number; lost: number };

/**
 * Opens the streams, pushes SMS at an even pace, and tells how long each took to its user's stream. `onOpen` is waited for
 * between the two.
 */
export async function runStreams(
  order: StreamsOrder,
  onOpen: () => Promise<void> | void = () => {},
): Promise<StreamsResult> {
  const child = startHelper("streams-process.ts");
  try {
    child.send(order);
    const [opened] = (await once(child, "message")) as [{ opened: number } | { problem: string }];
    if ("problem" in opened) throw new Error(opened.problem);
    await onOpen();
    child.send("push");
    const [result] = (await once(child, "message")) as [StreamsResult | { problem: string }];
    if ("problem" in result) throw new Error(result.problem);
    return result;
  } finally {
    await end(child);
  }
}
