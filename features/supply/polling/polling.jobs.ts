import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from "cockatiel";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { getServices, type ServiceCount } from "#features/supply/agent.gateway.ts";
import { AgentFault } from "#features/supply/agent-call.gateway.ts";
import { recordCountryWords, recordUnknownWords } from "#features/supply/dialects/unknown-words.writes.ts";
import { Exchange } from "#features/supply/health/exchange.gateway.ts";
import { recordUnusable } from "#features/supply/health/unusable-answers.writes.ts";
import {
  claimPoll,
  penaliseOverclaiming,
  recordContact,
  recordFailure,
} from "#features/supply/polling/polling.writes.ts";
import { readStock } from "#features/supply/polling/stock.rules.ts";
import { type AgentSupplier, findAgent } from "#features/supply/supply.reads.ts";
import { limits, pollPauseMs } from "#features/supply/supply.rules.ts";
import { recordOffers } from "#features/supply/supply.writes.ts";
import { readCostLimits } from "#features/supply/upstream/cost-limits.reads.ts";
import { withinCosts } from "#features/supply/upstream/cost-limits.rules.ts";
import { getUpstreamBalance, listUpstreamStock } from "#features/supply/upstream/upstream.gateway.ts";
import { recordBalance } from "#features/supply/upstream/upstream.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

type Breaker = ReturnType<typeof circuitBreaker>;
const breakers = new Map<number, Breaker>();

/** Asks every agent for its stock each 10 to 20 s, every upstream each 20 to 40 s; one that hangs does not delay another. */
export const stockPolls = defineSweep({
  name: "supply: stock polls",
  everyMs: 500,
  run: async (db) => {
    const supplierId = await claimPoll(db, pollPauseMs(Math.random()));
    if (supplierId === null) return 0;
    void pollSupplier(db, supplierId).catch((error: Error) =>
      log.warn({ supplierId, error: error.message }, "stock poll could not be recorded"),
    );
    return 1;
  },
});

/** Takes agents that claim what they do not have off sale for a while. */
export const overclaimPenalties = defineSweep({
  name: "supply: penalties",
  everyMs: 15_000,
  run: async (db) => {
    const penalised = await penaliseOverclaiming(db);
    for (const supplierId of penalised) log.warn({ supplierId }, "agent penalised: its stock is not there");
    return penalised.length;
  },
});

/**
 * One poll of one agent or upstream: its offers follow its answer, its health follows whether it gave one. An upstream tells what is left
 * of our money, too.
 */
export async function pollSupplier(db: Db, supplierId: number): Promise<void> {
  const agent = await findAgent(db, supplierId);
  if (!agent) return;
  const breaker = breakerOf(supplierId);
  const exchange = new Exchange();
  try {
    const { counts, balanceCents } = await breaker.execute(() => askForStock(agent, exchange));
    const { offers, countryWords, unknown } = readStock(agent, await readCatalogue(db), counts);
    const affordable =
      agent.kind === "agent" ? offers : withinCosts(offers, await readCostLimits(db, supplierId));
    await withTransaction(db, async (tx) => {
      await recordOffers(tx, supplierId, affordable);
      if (balanceCents !== null) await recordBalance(tx, supplierId, balanceCents);
      await recordCountryWords(tx, supplierId, countryWords);
      await recordContact(tx, supplierId);
    });
    await recordUnknownWords(db, supplierId, unknown);
  } catch (error) {
    // While the circuit is open nothing is sent and there is nothing new to say.
    if (error instanceof BrokenCircuitError) return;
    recordUnusable(db, supplierId, exchange.action ?? "GET_SERVICES", exchange);
    const circuit = {
      [CircuitState.Open]: "open",
      [CircuitState.Isolated]: "open",
      [CircuitState.HalfOpen]: "half-open",
    } as const;
    const state = circuit[breaker.state as keyof typeof circuit] ?? "closed";
    // What the agent did wrong is noted above; this is for faults of our own.
    if (!(error instanceof AgentFault))
      log.warn({ supplierId, circuit: state, error: (error as Error).message }, "a stock poll failed");
    await recordFailure(db, supplierId, state, (error as Error).message);
  }
}

type Told = { readonly counts: readonly ServiceCount[]; readonly balanceCents: number | null };

async function askForStock(supplier: AgentSupplier, exchange: Exchange): Promise<Told> {
  if (supplier.kind === "agent") return { counts: await getServices(supplier, exchange), balanceCents: null };
  exchange.action = "GET_BALANCE";
  const balanceCents = await getUpstreamBalance(supplier, exchange);
  exchange.action = "GET_SERVICES";
  return { counts: await listUpstreamStock(supplier, exchange), balanceCents };
}

function breakerOf(supplierId: number): Breaker {
  let breaker = breakers.get(supplierId);
  if (!breaker) {
    breaker = circuitBreaker(handleAll, {
      halfOpenAfter: limits.circuitOpenMs,
      breaker: new ConsecutiveBreaker(limits.circuitFailures),
    });
    breakers.set(supplierId, breaker);
  }
  return breaker;
}
