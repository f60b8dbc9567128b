import { judgeAgain } from "#features/activations/followups/reads.ts";
import type { FollowUpRefusal } from "#features/activations/followups/rules.ts";
import { buyAdditional, buyAgain, type FollowedUp } from "#features/activations/followups/writes.ts";
import { findOrderSale } from "#features/activations/history/reads.ts";
import { checkSellable } from "#features/activations/purchase/writes.ts";
import { orderKey, tellWithValue } from "#features/buyer-api/orders/writes.ts";
import { type Parameters, readOrderNumber } from "#features/buyer-api/request/rules.ts";
import { type Answer, say, sayJson, sayWith, type TokenAnswer } from "#features/buyer-api/rules.ts";
import { findServiceByCode, readCatalogue } from "#features/catalogue/reads.ts";
import type { KeyOwner } from "#features/identity/api-keys/reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { roublesNumber } from "#lib/money/kopecks.ts";

/** Buys the number of a finished order for the same service again: `ACCESS_NUMBER:<newId>:<digits>`. */
export async function buyExtra(db: Db, caller: KeyOwner, parameters: Parameters): Promise<TokenAnswer> {
  const order = await findExtra(db, caller, parameters);
  if (order === null) return say("WRONG_ACTIVATION_ID");
  try {
    const bought = await buyAgain(db, { ...order, ...orderOf(caller, parameters) });
    return bought.refusal === null
      ? sayWith("ACCESS_NUMBER", `${bought.id}:${bought.number}`)
      : refuseExtra(bought.refusal);
  } catch (error) {
    return refusedBy(error, "RENEW_ACTIVATION_NOT_AVAILABLE");
  }
}

/** What that would cost now. */
export async function checkExtra(db: Db, caller: KeyOwner, parameters: Parameters): Promise<Answer> {
  const order = await findExtra(db, caller, parameters);
  if (order === null) return say("WRONG_ACTIVATION_ID");
  try {
    const wish = { ...order, operator: "any", channel: "api" as const, key: caller.key };
    const excludedSuppliers = await checkSellable(db, wish);
    const judged = await judgeAgain(db, caller.userId, order.orderId, excludedSuppliers);
    if (judged.refusal !== null) return refuseExtra(judged.refusal);
    const { code: service } = order;
    const phone = Number(order.number);
    const cost = roublesNumber(judged.priceKopecks);
    return sayJson({ status: "success", cost, service, phone, country: order.countryId });
  } catch (error) {
    return refusedBy(error, "RENEW_ACTIVATION_NOT_AVAILABLE");
  }
}

async function findExtra(db: Db, caller: KeyOwner, parameters: Parameters) {
  const orderId = readOrderNumber(parameters);
  const sale = orderId === null ? null : await findOrderSale(db, caller.userId, orderId);
  if (orderId === null || sale === null) return null;
  const { serviceById } = await readCatalogue(db);
  return { ...sale, orderId, code: serviceById.get(sale.serviceId)?.code ?? "" };
}

/** Buys another service on the number of a running order: `ADDITIONAL:<childId>:<digits>`. */
export async function buyAdditionalService(
  db: Db,
  caller: KeyOwner,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const orderId = readOrderNumber(parameters);
  const sale = orderId === null ? null : await findOrderSale(db, caller.userId, orderId);
  if (orderId === null || sale === null) return say("WRONG_ACTIVATION_ID");
  const service = await findServiceByCode(db, parameters.get("service") ?? "");
  if (!service) return say("WRONG_ADDITIONAL_SERVICE");
  try {
    const { countryId } = sale;
    const wish = { orderId, countryId, serviceId: service.id, ...orderOf(caller, parameters) };
    const bought: FollowedUp = await buyAdditional(db, wish);
    return bought.refusal === null
      ? sayWith("ADDITIONAL", `${bought.id}:${bought.number}`)
      : refuseAdditional(bought.refusal);
  } catch (error) {
    return refusedBy(error, "WRONG_ADDITIONAL_SERVICE");
  }
}

function orderOf({ userId, key }: KeyOwner, parameters: Parameters) {
  return { userId, key, channel: "api" as const, idempotencyKey: orderKey(parameters.get("orderId")) };
}

/** What policy and the key's rights refuse, in a word that this action knows; a fault stays a fault. */
function refusedBy(
  error: unknown,
  otherwise: "RENEW_ACTIVATION_NOT_AVAILABLE" | "WRONG_ADDITIONAL_SERVICE",
): TokenAnswer {
  if (!isAppError(error)) throw error;
  const told = tellWithValue(error);
  if (told) return told;
  if (error.code === "CHANNELS_LIMIT") return say("CHANNELS_LIMIT");
  return say(error.code === "KEY_SPENT" ? "NO_BALANCE" : otherwise);
}

function refuseExtra(refusal: FollowUpRefusal): TokenAnswer {
  switch (refusal) {
    case "not_found":
      return say("WRONG_ACTIVATION_ID");
    case "offline":
      return say("SIM_OFFLINE");
    case "no_balance":
    // What a key may pay is its balance.
    case "price":
      return say("NO_BALANCE");
    case "open":
    case "taken":
      return say("NEW_ACTIVATION_IMPOSSIBLE");
    case "mismatch":
      return say("ORDER_ALREADY_EXISTS");
    default:
      return say("RENEW_ACTIVATION_NOT_AVAILABLE");
  }
}

function refuseAdditional(refusal: FollowUpRefusal): TokenAnswer {
  switch (refusal) {
    case "not_found":
      return say("WRONG_ACTIVATION_ID");
    case "inactive":
      return say("WRONG_SECURITY");
    case "repeat":
      return say("REPEAT_ADDITIONAL_SERVICE");
    case "no_balance":
    case "price":
      return say("NO_BALANCE");
    case "mismatch":
      return say("ORDER_ALREADY_EXISTS");
    default:
      return say("WRONG_ADDITIONAL_SERVICE");
  }
}
