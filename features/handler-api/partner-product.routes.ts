import { type Answer, answerJson, answerToken } from "#features/handler-api/handler-api.rules.ts";
import { answerRefusalWithValue, orderKey } from "#features/handler-api/orders/orders.routes.ts";
import type { Parameters } from "#features/handler-api/request.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { findAgentOf } from "#features/licences/agents/agents.reads.ts";
import { licenceErrors } from "#features/licences/licences.errors.ts";
import { getLicence } from "#features/licences/sales/my-licences.reads.ts";
import { buyLicence } from "#features/licences/sales/sale.writes.ts";
import { policyErrors } from "#features/policy/policy.errors.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { readId } from "#lib/api/id-text.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { type AppError, isAppError } from "#lib/errors/app-error.ts";

/**
 * `buyPartnerProduct`: an agent buys a licence for a customer and gets the share back; the same orderId answers the same key again. Who is
 * no agent is told BAD_ACTION, as shops of this protocol tell it. A key that is limited to some goods or to a sum a day buys none.
 */
export async function buyPartnerProduct(
  db: Db,
  { userId, key }: KeyOwner,
  parameters: Parameters,
): Promise<Answer> {
  if (!env.LICENCES || !isUnlimited(key)) return answerToken("NOT_AVAILABLE");
  if (!(await findAgentOf(db, userId))) return answerToken("BAD_ACTION");
  const productId = readId(parameters.get("productId") ?? parameters.get("id") ?? "");
  if (productId === null) return answerToken("SERVICE_NOT_AVAILABLE");
  try {
    const { licenceId } = await buyLicence(db, {
      ...{ userId, productId, channel: "api", agent: "buyer" },
      ...{ maxPriceKopecks: null, priceCapKopecks: key.priceCapKopecks },
      idempotencyKey: orderKey(parameters.get("orderId")),
    });
    const licence = await getLicence(db, userId, licenceId);
    return answerJson({
      ...{ status: "success", key: licence.key, manual: `${env.PUBLIC_URL}/profile/software` },
      ...{ id: licence.id, validUntil: licence.validUntil },
    });
  } catch (error) {
    if (!isAppError(error)) throw error;
    return answerRefusalWithValue(error) ?? answerOf(error);
  }
}

/** A licence is of no service and no country, and no order whose sum counts towards a key's day. */
function isUnlimited({ dailyLimitKopecks, serviceIds, countryIds }: KeyRights): boolean {
  return dailyLimitKopecks === null && serviceIds === null && countryIds === null;
}

function answerOf(error: AppError): Answer {
  switch (error.code) {
    case licenceErrors.NO_BALANCE.code:
      return answerToken("NO_BALANCE");
    case apiErrors.IDEMPOTENCY_MISMATCH.code:
      return answerToken("ORDER_ALREADY_EXISTS");
    case licenceErrors.LICENCE_PRODUCT_NOT_FOUND.code:
    case policyErrors.NOT_FOR_SALE.code:
    case policyErrors.SALES_STOPPED.code:
      return answerToken("SERVICE_NOT_AVAILABLE");
    default:
      throw error;
  }
}
