import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { afterAll } from "vitest";
import { db, owner } from "#features/activations/activations-writes.factory.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation, type Purchase } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { listServicesOfCategories } from "#features/catalogue/catalogue.reads.ts";
import { givenOffer, type Offer, type OfferInput } from "#features/pricing/offers.factory.ts";
import { lateAnswersSettled } from "#features/supply/supply.gateway.ts";
import { startAttempt } from "#features/supply/supply.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { givenServer, type Responder, sendJson, type TestServer } from "#lib/testing/http-server.ts";

afterAll(() => lateAnswersSettled());

/** The country of all that is bought here: its numbers begin with 63. */
const PHILIPPINES = 4;

const services = await listServicesOfCategories(db, ["social", "messenger", "games", "shopping"]);

/** A service of its own for each test, so that offers do not meet. */
export function freshService(): number {
  const service = services.pop();
  if (!service) throw new Error("Every service is taken by another test of this file");
  return service.id;
}

/** A partner's server: `giveNumber` answers who asks for a number; whatever else it is told succeeds. */
export function givenAgent(giveNumber: Responder): Promise<TestServer> {
  return givenServer((request, response) =>
    request.body.action === "GET_NUMBER"
      ? giveNumber(request, response)
      : answering({ status: "SUCCESS" })(request, response),
  );
}

/** Answers so, whatever is asked. */
export function answering(body: object): Responder {
  return (_, response) => sendJson(response, JSON.stringify(body));
}

type AgentOffer = Omit<OfferInput, "kind" | "countryId"> & { serviceId: number; baseUrl: string };

/** An offer of an agent's own. */
export function givenAgentOffer(input: AgentOffer): Promise<Offer> {
  return givenOffer(owner, { kind: "agent", countryId: PHILIPPINES, ...input });
}

/** A purchase from agents, who ask what they like here: up to 50 roubles. */
export function agentPurchase(userId: number, serviceId: number): Purchase {
  return purchase({ userId, serviceId, countryId: PHILIPPINES, maxPriceKopecks: kopecks(5_000) });
}

type Buying = Offer & { readonly userId: UserId; readonly buying: ReturnType<typeof buyActivation> };

/** Somebody with 50 roubles buys what this agent offers. `buying`: the purchase, which is under way. */
export async function buyFromAgent(input: AgentOffer): Promise<Buying> {
  const offer = await givenAgentOffer(input);
  const userId = await givenUser(db, 5_000);
  return { ...offer, userId, buying: buyActivation(db, agentPurchase(userId, input.serviceId)) };
}

type DeadOrder = Offer & { readonly userId: UserId; readonly clientId: string };

/** An order as a process leaves it that is killed before the agent's answer: the local step alone. `clientId`: what the agent was asked under. */
export async function givenDeadOrder(input: AgentOffer): Promise<DeadOrder> {
  const offer = await givenAgentOffer(input);
  const userId = await givenUser(db, 5_000);
  const { activationId } = await one<{ activationId: number }>(
    db,
    sql`select activation_id as "activationId" from activations_buy(array[${userId}::bigint], array['dead'], array['h'],
          array[${input.serviceId}::int], array[${PHILIPPINES}::int], array['any'], array[null]::bigint[], array['site'], array[20],
          '{}', '{}', '{}')`,
  );
  const clientId = randomUUID();
  const { supplierId, offerId } = offer;
  await startAttempt(db, { clientId, activationId, supplierId, offerId, resolveAfterMs: 3_600_000 });
  return { ...offer, userId, clientId };
}
