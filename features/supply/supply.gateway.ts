import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { getNumber, type NumberAnswer, type NumberRequest } from "#features/supply/agent.gateway.ts";
import { countryWordFor, serviceWordFor } from "#features/supply/dialects/dialects.rules.ts";
import { Exchange } from "#features/supply/health/exchange.gateway.ts";
import { recordUnusable } from "#features/supply/health/unusable-answers.writes.ts";
import { recordLooseTypes } from "#features/supply/polling/polling.writes.ts";
import { type AgentSupplier, findOpenAttempt, getAgent } from "#features/supply/supply.reads.ts";
import {
  CURRENCY_RUB,
  finishOutcomes,
  limits,
  phoneProblem,
  toDialect,
} from "#features/supply/supply.rules.ts";
import {
  endAttempt,
  enqueueFinish,
  markUnknown,
  numberReference,
  settleNumber,
  startAttempt,
} from "#features/supply/supply.writes.ts";
import { findLostPurchase } from "#features/supply/upstream/lost-purchases.gateway.ts";
import { buyUpstreamNumber } from "#features/supply/upstream/upstream.gateway.ts";
import { haltSale } from "#features/supply/upstream/upstream.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { log } from "#lib/log.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What one agent is asked for. */
export type NumberOrder = {
  readonly activationId: number;
  readonly supplierId: number;
  readonly offerId: number;
  readonly countryId: number;
  readonly serviceId: number;
  /** The offer's operator, `any` when the agent does not tell them apart. */
  readonly operator: string;
  readonly costKopecks: Kopecks;
  /** Prefixes (digits with the country code) that the number must not begin with. */
  readonly exceptPrefixes?: readonly string[];
};

/**
 * `number`: kept for this order; the caller records it, or abandons the attempts. `unknown`: no answer within 3 s;
 * whatever still comes is returned by itself, so the caller may go on to another supplier.
 */
export type Acquired =
  | {
      readonly kind: "number";
      readonly number: number;
      readonly supplierRef: number;
      readonly clientId: string;
      /** What the supplier took, where it says so. */
      readonly costKopecks: Kopecks | null;
    }
  | { readonly kind: "no-numbers" }
  | { readonly kind: "failed"; readonly error: string }
  | { readonly kind: "unknown"; readonly clientId: string };

/** An attempt whose process died is looked into after its answer can no longer be awaited by anyone. */
const ORPHAN_AFTER_MS = limits.lateAnswerMs + 10_000;
const LATE = Symbol("late");
const underWay = new Set<Promise<unknown>>();

/**
 * Asks an agent for a number, with our own id of the attempt, and waits 3 s at most. Never inside a transaction.
 * Database faults throw; everything about the supplier is an answer.
 */
export async function acquireNumber(db: Db, order: NumberOrder): Promise<Acquired> {
  const agent = await getAgent(db, order.supplierId);
  // Paused or ended since the order was placed.
  if (!agent.enabled) return { kind: "no-numbers" };
  const { request, dialCode } = await toRequest(db, agent, order, randomUUID());
  await startAttempt(db, { ...order, clientId: request.clientId, resolveAfterMs: ORPHAN_AFTER_MS });
  const timer = new AbortController();
  const exchange = new Exchange();
  const answering = askForNumber(agent, request, limits.lateAnswerMs, exchange);
  const answer = await Promise.race([
    answering,
    pause(limits.getNumberMs, LATE, { signal: timer.signal }).catch(() => LATE),
  ]);
  timer.abort();
  const asked = { agent, request, dialCode, activationId: order.activationId, exchange };
  if (typeof answer === "symbol") {
    exchange.refuse("slow", "no answer within 3 s");
    recordUnusable(db, agent.id, "GET_NUMBER", exchange);
    inBackground(answering.then((late) => settle(db, asked, late, false)));
    await markUnknown(db, request.clientId, "no answer within 3 s", ORPHAN_AFTER_MS);
    return { kind: "unknown", clientId: request.clientId };
  }
  return settleOrRetry(db, asked, answer);
}

/** Buys a number in the supplier's protocol. Never throws. */
function askForNumber(
  agent: AgentSupplier,
  request: NumberRequest,
  timeoutMs: number,
  exchange: Exchange,
): Promise<NumberAnswer> {
  return agent.kind === "agent"
    ? getNumber(agent, request, timeoutMs, exchange)
    : buyUpstreamNumber(agent, request, timeoutMs, exchange);
}

/**
 * Looks into an attempt that has no answer: an agent that honours client ids is asked again under the same id and so
 * tells what became of the first call; an upstream is asked what is open in our name, and never to sell again. With `keep` a number is
 * kept if the order still waits; otherwise it goes back. An agent that does not honour client ids cannot be asked without buying again:
 * the attempt stays unknown.
 */
export async function resolveUnknown(db: Db, clientId: string, keep: boolean): Promise<Acquired> {
  const attempt = await findOpenAttempt(db, clientId);
  if (!attempt) return { kind: "failed", error: "the attempt has ended" };
  if (attempt.kind === "agent" && !attempt.honoursClientId) return { kind: "unknown", clientId };
  const agent = await getAgent(db, attempt.supplierId);
  const order = { ...attempt, costKopecks: kopecks(attempt.costKopecks) };
  const { request, dialCode } = await toRequest(db, agent, order, clientId);
  const exchange = new Exchange();
  const answer =
    agent.kind === "agent"
      ? await getNumber(agent, request, limits.getNumberMs, exchange)
      : await findLostPurchase(db, agent, { attempt, request }, exchange);
  // Not reaching it now says nothing about the first call.
  if (answer.kind === "unknown" || (answer.kind === "failed" && !answer.reached)) {
    recordUnusable(db, agent.id, "GET_NUMBER", exchange);
    return { kind: "unknown", clientId };
  }
  const asked = { agent, request, dialCode, activationId: attempt.activationId, exchange };
  return settle(db, asked, answer, keep);
}

/** Resolves when no late answer is being awaited any more: for an orderly stop and for tests. */
export async function lateAnswersSettled(): Promise<void> {
  while (underWay.size > 0) await Promise.allSettled(underWay);
}

type Asked = {
  readonly agent: AgentSupplier;
  readonly request: NumberRequest;
  readonly dialCode: string;
  readonly activationId: number;
  readonly exchange: Exchange;
};

async function toRequest(db: Db, agent: AgentSupplier, order: NumberOrder, clientId: string) {
  const catalogue = await readCatalogue(db);
  const country = catalogue.countryById.get(order.countryId);
  const service = catalogue.serviceById.get(order.serviceId);
  if (!country || !service)
    throw new Error(`Offer ${order.offerId} has no country or service in the catalogue`);
  const { dialect } = agent;
  const request: NumberRequest = {
    country: countryWordFor(agent, country),
    service: serviceWordFor(agent, service),
    operator: toDialect(dialect.operators, order.operator) ?? order.operator,
    costKopecks: order.costKopecks,
    currency: CURRENCY_RUB,
    exceptPrefixes: order.exceptPrefixes ?? [],
    clientId,
  };
  return { request, dialCode: country.dialCode };
}

/** A number in hand must not be lost because the database stumbled: it is settled (and then returned) later. */
async function settleOrRetry(db: Db, asked: Asked, answer: NumberAnswer): Promise<Acquired> {
  try {
    return await settle(db, asked, answer, true);
  } catch (error) {
    inBackground(settleLater(db, asked, answer));
    throw error;
  }
}

async function settleLater(db: Db, asked: Asked, answer: NumberAnswer): Promise<void> {
  for (const seconds of [1, 2, 5, 10, 20]) {
    await pause(seconds * 1_000);
    const settled = await settle(db, asked, answer, false).catch(() => null);
    if (settled) return;
  }
  log.error(
    { supplierId: asked.agent.id, clientId: asked.request.clientId },
    "a supplier's answer could not be recorded",
  );
}

async function settle(db: Db, asked: Asked, answer: NumberAnswer, keep: boolean): Promise<Acquired> {
  const { clientId, exceptPrefixes } = asked.request;
  if (answer.kind === "number") {
    if (answer.isLoose) await recordLooseTypes(db, asked.agent.id, "GET_NUMBER");
    const supplierRef = await numberReference(db, asked.agent.id, answer.supplierRef);
    const problem = phoneProblem(Number(answer.number), { dialCode: asked.dialCode, exceptPrefixes });
    const usable = problem === null && supplierRef <= BigInt(Number.MAX_SAFE_INTEGER);
    if (!usable) asked.exchange.refuse("wrong-number", problem ?? "activationId is too large");
    recordUnusable(db, asked.agent.id, "GET_NUMBER", asked.exchange);
    const { number, costKopecks = null } = answer;
    const given = { number, supplierRef, clientId, costKopecks, keep: keep && usable };
    const verdict = await settleNumber(db, given);
    if (verdict === "taken") {
      // Whoever looked for another lost answer was quicker; what became of this one is on the same list.
      await markUnknown(db, clientId, "its activation is another attempt's", 5_000);
      return { kind: "unknown", clientId };
    }
    if (!usable) return { kind: "failed", error: problem ?? "activationId is too large" };
    if (verdict === "released") return { kind: "failed", error: "released" };
    return {
      kind: "number",
      number: Number(number),
      supplierRef: Number(supplierRef),
      clientId,
      costKopecks,
    };
  }
  recordUnusable(db, asked.agent.id, "GET_NUMBER", asked.exchange);
  if (answer.kind === "unknown") {
    await markUnknown(db, clientId, answer.error, 5_000);
    return { kind: "unknown", clientId };
  }
  if (answer.kind === "failed" && answer.halt) await haltSale(db, asked.agent.id, answer.halt, answer.error);
  if (answer.kind === "failed" && answer.strayRef !== undefined) {
    const { id: supplierId } = asked.agent;
    const { activationId } = asked;
    await enqueueFinish(db, {
      supplierId,
      supplierRef: await numberReference(db, supplierId, answer.strayRef),
      outcome: finishOutcomes.cancelled,
      activationId,
    });
  }
  await endAttempt(
    db,
    clientId,
    answer.kind === "failed" ? "give_up" : "find_none",
    answer.kind === "failed" ? answer.error : null,
  );
  return answer.kind === "failed" ? { kind: "failed", error: answer.error } : { kind: "no-numbers" };
}

function inBackground(task: Promise<unknown>): void {
  const guarded = task
    .catch((error: Error) =>
      log.warn({ error: error.message }, "late answer of a supplier could not be settled"),
    )
    .finally(() => underWay.delete(guarded));
  underWay.add(guarded);
}
