import type { ActivationPort } from "#features/activations/activation-port.writes.ts";
import { holdMinutesDefault } from "#features/activations/activations.rules.ts";
import { findServiceByCode, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  type Answer,
  answerJson,
  answerToken,
  answerTokenWith,
  currencyNumber,
  type TokenAnswer,
} from "#features/handler-api/handler-api.rules.ts";
import { answerRefusalWithValue, orderKey } from "#features/handler-api/orders/orders.routes.ts";
import { refuseAdditional, refuseExtra } from "#features/handler-api/reorder/reorder.rules.ts";
import { type Parameters, readOrderNumber } from "#features/handler-api/request.rules.ts";
import type { Caller } from "#lib/api/route.ts";
import { isAppError } from "#lib/errors/app-error.ts";
import { roublesNumber } from "#lib/money/kopecks.ts";

/** Buys the number of a finished order for the same service again: `ACCESS_NUMBER:<newId>:<digits>`. */
export async function buyExtra(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const order = await findExtra(port, caller, parameters);
  if (order === null) return answerToken("WRONG_ACTIVATION_ID");
  const { orderId, serviceId, countryId } = order;
  try {
    const input = { orderId, serviceId, countryId, idempotencyKey: orderKey(parameters.get("orderId")) };
    const bought = await port.buyAgain(caller, input);
    return bought.refusal === null
      ? answerTokenWith("ACCESS_NUMBER", `${bought.id}:${bought.number}`)
      : refuseExtra(bought.refusal);
  } catch (error) {
    return refusedBy(error, "RENEW_ACTIVATION_NOT_AVAILABLE");
  }
}

type Ask = readonly [port: ActivationPort, caller: Caller, parameters: Parameters];
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
  [port, caller, parameters]: Ask,
  write: (judged: Judged) => object,
): Promise<Answer> {
  const order = await findExtra(port, caller, parameters);
  if (order === null) return answerToken("WRONG_ACTIVATION_ID");
  try {
    const judged = await port.judgeAgain(caller, order);
    if (judged.refusal !== null) return refuseExtra(judged.refusal);
    return answerJson(write({ ...order, price: roublesNumber(judged.priceKopecks) }));
  } catch (error) {
    return refusedBy(error, "RENEW_ACTIVATION_NOT_AVAILABLE");
  }
}

async function findExtra(port: ActivationPort, caller: Caller, parameters: Parameters) {
  const orderId = readOrderNumber(parameters);
  const sale = orderId === null ? null : await port.findSale(caller, orderId);
  if (orderId === null || sale === null) return null;
  const { serviceById } = await readCatalogue(caller.db);
  return { ...sale, orderId, code: serviceById.get(sale.serviceId)?.code ?? "" };
}

/** Buys another service on the number of a running order: `ADDITIONAL:<childId>:<digits>`. */
export async function buyAdditionalService(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const orderId = readOrderNumber(parameters);
  const sale = orderId === null ? null : await port.findSale(caller, orderId);
  if (orderId === null || sale === null) return answerToken("WRONG_ACTIVATION_ID");
  const service = await findServiceByCode(caller.db, parameters.get("service") ?? "");
  if (!service) return answerToken("WRONG_ADDITIONAL_SERVICE");
  const { countryId } = sale;
  try {
    const idempotencyKey = orderKey(parameters.get("orderId"));
    const bought = await port.buyAdditional(caller, {
      orderId,
      countryId,
      serviceId: service.id,
      idempotencyKey,
    });
    return bought.refusal === null
      ? answerTokenWith("ADDITIONAL", `${bought.id}:${bought.number}`)
      : refuseAdditional(bought.refusal);
  } catch (error) {
    return refusedBy(error, "WRONG_ADDITIONAL_SERVICE");
  }
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
