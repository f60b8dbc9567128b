import type { NumberAnswer, NumberRequest } from "#features/supply/agent.gateway.ts";
import type { Exchange } from "#features/supply/health/exchange.gateway.ts";
import type { OpenAttempt } from "#features/supply/supply.reads.ts";
import { limits } from "#features/supply/supply.rules.ts";
import { numberReference } from "#features/supply/supply.writes.ts";
import { isBeingBought, isSettled } from "#features/supply/upstream/lost-purchases.reads.ts";
import { judged, listUpstreamActive } from "#features/supply/upstream/upstream.gateway.ts";
import { type OpenActivation, purchaseOf } from "#features/supply/upstream/upstream-answers.rules.ts";
import type { Upstream } from "#features/supply/upstream/upstream-call.gateway.ts";
import type { Db } from "#lib/db/pool.ts";

/** When a purchase that stands in no list did not happen: nobody waits for its answer any more. */
const SURELY_OVER_SECONDS = limits.lateAnswerMs / 1_000 + 30;

type Lost = { readonly attempt: OpenAttempt; readonly request: NumberRequest };

/**
 * What became of a purchase whose answer got lost: an activation of the same country and service that is open at the upstream and known
 * to no attempt of ours. `unknown` while one like it is being bought, whose activation it might be, and for as long as the purchase may
 * still come.
 */
export async function findLostPurchase(
  db: Db,
  shop: Upstream & { readonly id: number },
  { attempt, request }: Lost,
  exchange: Exchange,
): Promise<NumberAnswer> {
  let open: readonly OpenActivation[];
  try {
    open = await listUpstreamActive(shop, exchange);
  } catch (error) {
    return { kind: "unknown", error: (error as Error).message };
  }
  const alike = open.filter(
    ({ country, service }) => country === request.country && service === request.service,
  );
  const stray = await findStray(db, shop.id, alike);
  if (stray) {
    if (await isBeingBought(db, attempt)) return { kind: "unknown", error: "another purchase is under way" };
    return judged(exchange, purchaseOf(stray, { ...shop, costKopecks: request.costKopecks }));
  }
  return attempt.ageSeconds > SURELY_OVER_SECONDS
    ? { kind: "failed", error: "nothing was bought", reached: true }
    : { kind: "unknown", error: "nothing is bought so far" };
}

async function findStray(
  db: Db,
  supplierId: number,
  alike: readonly OpenActivation[],
): Promise<OpenActivation | null> {
  for (const activation of alike) {
    const supplierRef = await numberReference(db, supplierId, activation.supplierRef);
    if (!(await isSettled(db, supplierId, supplierRef))) return activation;
  }
  return null;
}
