import { holdMinutesDefault } from "#features/activations/activations.rules.ts";
import type { ReorderRefusal } from "#features/activations/reorder/reorder.rules.ts";
import type { Reordered } from "#features/activations/reorder/reorder.writes.ts";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  type Answer,
  answerJson,
  answerToken,
  answerTokenWith,
  currencyNumber,
  type TokenAnswer,
} from "#features/handler-api/handler-api.rules.ts";
import { answerRefusalWithValue, orderKey } from "#features/handler-api/orders/orders.writes.ts";
import type { ReorderPort } from "#features/handler-api/reorder/reorder.rules.ts";
import { type Parameters, readOrderNumber } from "#features/handler-api/request.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { roublesNumber } from "#lib/money/kopecks.ts";

/** Buys the number of a finished order for the same service again: `ACCESS_NUMBER:<newId>:<digits>`. */
export async function buyExtra(
  port: ReorderPort,
  db: Db,
  caller: KeyOwner,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const order = await findExtra(port, db, caller, parameters);
  if (order === null) return answerToken("WRONG_ACTIVATION_ID");
  try {
    const bought = await port.buyAgain(db, { ...order, ...orderOf(caller, parameters) });
    return bought.refusal === null
      ? answerTokenWith("ACCESS_NUMBER", `${bought.id}:${bought.number}`)
      : refuseExtra(bought.refusal);
  } catch (error) {
    return refusedBy(error, "RENEW_ACTIVATION_NOT_AVAILABLE");
  }
}

type Ask = readonly [port: ReorderPort, db: Db, caller: KeyOwner, parameters: Parameters];
type Judged = NonNullable<Awaited<ReturnType<typeof findExtra>>> & { readonly price: number };

/** What that would cost now. */
export const checkExtra = (...ask: Ask): Promise<Answer> =>
  judgeExtra(ask, ({ price: cost, code: service, number, countryId: country }) => ({
    status: "success",
    cost,
    service,
    phone: Number(number),
    country,
  }));

/** The same as HeroSMS asks it: the price alone. */
export const priceExtra = (...ask: Ask): Promise<Answer> =>
  judgeExtra(ask, ({ price }) => ({ status: "success", price, currency: currencyNumber }));

/** The same in HeroSMS's form of a list. A number is sold again for one time only: that of every activation. */
export const listExtraOptions = (...ask: Ask): Promise<Answer> =>
  judgeExtra(ask, ({ price }) => ({
    data: { options: [{ price, duration: { unit: "minute", value: holdMinutesDefault } }] },
  }));

async function judgeExtra(
  [port, db, caller, parameters]: Ask,
  write: (judged: Judged) => object,
): Promise<Answer> {
  const order = await findExtra(port, db, caller, parameters);
  if (order === null) return answerToken("WRONG_ACTIVATION_ID");
  try {
    const judged = await port.judgeAgain(db, caller, order);
    if (judged.refusal !== null) return refuseExtra(judged.refusal);
    return answerJson(write({ ...order, price: roublesNumber(judged.priceKopecks) }));
  } catch (error) {
    return refusedBy(error, "RENEW_ACTIVATION_NOT_AVAILABLE");
  }
}

async function findExtra(port: ReorderPort, db: Db, caller: KeyOwner, parameters: Parameters) {
  const orderId = readOrderNumber(parameters);
  const sale = orderId === null ? null : await port.findSale(db, caller, orderId);
  if (orderId === null || sale === null) return null;
  const { serviceById } = await readCatalogue(db);
  return { ...sale, orderId, code: serviceById.get(sale.serviceId)?.code ?? "" };
}

/** Buys another service on the number of a running order: `ADDITIONAL:<childId>:<digits>`. */
export async function buyAdditionalService(
  port: ReorderPort,
  db: Db,
  caller: KeyOwner,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const orderId = readOrderNumber(parameters);
  const sale = orderId === null ? null : await port.findSale(db, caller, orderId);
  if (orderId === null || sale === null) return answerToken("WRONG_ACTIVATION_ID");
  const service = await findServiceByCode(db, parameters.get("service") ?? "");
  if (!service) return answerToken("WRONG_ADDITIONAL_SERVICE");
  try {
    const { countryId } = sale;
    const input = { orderId, countryId, serviceId: service.id, ...orderOf(caller, parameters) };
    const bought: Reordered = await port.buyAdditional(db, input);
    return bought.refusal === null
      ? answerTokenWith("ADDITIONAL", `${bought.id}:${bought.number}`)
      : refuseAdditional(bought.refusal);
  } catch (error) {
    return refusedBy(error, "WRONG_ADDITIONAL_SERVICE");
  }
}

function orderOf({ userId, key }: KeyOwner, parameters: Parameters) {
  return { userId, key, channel: "api" as const, idempotencyKey: orderKey(parameters.get("orderId")) };
}

/** What a key may pay and may spend is its balance. */
const outOfMoney = ["NO_BALANCE", "KEY_SPENT", "WRONG_MAX_PRICE"];

/** What policy and the key's rights refuse, in a word that this action knows; a fault stays a fault. */
function refusedBy(
  error: unknown,
  otherwise: "RENEW_ACTIVATION_NOT_AVAILABLE" | "WRONG_ADDITIONAL_SERVICE",
): TokenAnswer {
  if (!isAppError(error)) throw error;
  if (outOfMoney.includes(error.code)) return answerToken("NO_BALANCE");
  if (error.code === "CHANNELS_LIMIT") return answerToken("CHANNELS_LIMIT");
  return answerRefusalWithValue(error) ?? answerToken(otherwise);
}

function refuseExtra(refusal: ReorderRefusal): TokenAnswer {
  switch (refusal) {
    case "not_found":
      return answerToken("WRONG_ACTIVATION_ID");
    case "offline":
      return answerToken("SIM_OFFLINE");
    case "no_balance":
    // What a key may pay is its balance.
    case "price":
      return answerToken("NO_BALANCE");
    case "open":
    case "taken":
    // At the price that was told there is none to be had.
    case "risen":
      return answerToken("NEW_ACTIVATION_IMPOSSIBLE");
    case "mismatch":
      return answerToken("ORDER_ALREADY_EXISTS");
    default:
      return answerToken("RENEW_ACTIVATION_NOT_AVAILABLE");
  }
}

function refuseAdditional(refusal: ReorderRefusal): TokenAnswer {
  switch (refusal) {
    case "not_found":
      return answerToken("WRONG_ACTIVATION_ID");
    case "inactive":
      return answerToken("WRONG_SECURITY");
    case "repeat":
      return answerToken("REPEAT_ADDITIONAL_SERVICE");
    case "no_balance":
    case "price":
      return answerToken("NO_BALANCE");
    case "mismatch":
      return answerToken("ORDER_ALREADY_EXISTS");
    default:
      return answerToken("WRONG_ADDITIONAL_SERVICE");
  }
}
