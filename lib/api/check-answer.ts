import { z } from "zod";
import type { Endpoint } from "#lib/api/endpoint.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

/** In production one answer of so many is looked at, of each endpoint by itself. */
const ONE_OF = 100;

/** How many answers of an endpoint have gone out. */
const answered = new Map<string, number>();

/**
 * Holds an answer against its contract. A misfit throws in tests; elsewhere it is logged and the answer still goes out.
 * Parsing costs more than most answers do, so production looks at the first of each endpoint and at every hundredth after it.
 */
export function checkAnswer(endpoint: Endpoint, body: unknown): void {
  const isAlways = env.NODE_ENV !== "production" || env.DEMO;
  if (!isAlways && !isSampled(endpoint.id)) return;
  const parsed = endpoint.response.safeParse(body);
  if (parsed.success) return;
  const problem = `${endpoint.id} answered what its contract does not allow: ${z.prettifyError(parsed.error)}`;
  if (env.NODE_ENV === "test") throw new Error(problem);
  log.error({ endpoint: endpoint.id, problem }, "answer does not fit its contract");
}

function isSampled(id: string): boolean {
  const before = answered.get(id) ?? 0;
  answered.set(id, before + 1);
  return before % ONE_OF === 0;
}
