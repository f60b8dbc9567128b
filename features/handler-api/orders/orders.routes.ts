import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { ActivationPort, NumberInput } from "#features/activations/activation-port.writes.ts";
import type { ActivationView } from "#features/activations/activations.contract.ts";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { moneyOf } from "#features/activations/activations.rules.ts";
import type { Bought } from "#features/activations/purchase/purchase.writes.ts";
import { findCountry, findServiceByCode } from "#features/catalogue/catalogue.reads.ts";
import type { Country } from "#features/catalogue/catalogue.rules.ts";
import { readChoices } from "#features/handler-api/choices.rules.ts";
import {
  type Answer,
  answerJson,
  answerToken,
  answerTokenWith,
  banTime,
  currencyNumber,
  digitFlag,
  protocolTime,
  type TokenAnswer,
} from "#features/handler-api/handler-api.rules.ts";
import { cheapestCountry } from "#features/handler-api/orders/anywhere.reads.ts";
import {
  type Command,
  isAnyCountry,
  type Parameters,
  readCommand,
  readCountry,
  readMaxPrice,
  readOperators,
  readOrderNumber,
  wantsCall,
  wantsCheapest,
} from "#features/handler-api/request.rules.ts";
import { readSpelling, type Spelling } from "#features/handler-api/types.rules.ts";
import { russiaCountryIds } from "#features/policy/policy.rules.ts";
import type { Caller } from "#lib/api/route.ts";
import { env } from "#lib/env.ts";
import { type AppError, isAppError } from "#lib/errors/app-error.ts";
import { decimalRoubles, type Kopecks, kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/**
 * A repeated call whose first one has not answered waits so long: longer than it takes to know that the first one's process has
 * died (`abandonedAfterSeconds`); clients give up after 10 s.
 */
const IN_FLIGHT_WAIT_MS = 6_500;
const IN_FLIGHT_LOOK_MS = 250;

/** Buys a number and says `ACCESS_NUMBER:<id>:<digits>`; the same orderId says the same again. */
export async function buyNumber(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const input = await readPurchase(port, caller, parameters);
  if ("kind" in input) return input;
  const bought = await buy(port, caller, input, port.isFlightShort ? IN_FLIGHT_WAIT_MS : 0);
  return "kind" in bought ? bought : answerTokenWith("ACCESS_NUMBER", `${bought.id}:${bought.number}`);
}

/** Buys a number and describes it; an orderId that has bought before says ORDER_ALREADY_EXISTS. */
export async function buyNumberV2(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const input = await readPurchase(port, caller, parameters);
  if ("kind" in input) return input;
  const bought = await buy(port, caller, input, 0);
  if ("kind" in bought) return bought;
  if (bought.replayed) return answerToken("ORDER_ALREADY_EXISTS");
  const { countryId } = input;
  const [order, country] = await Promise.all([
    port.find(caller, bought.id),
    findCountry(caller.db, countryId),
  ]);
  // Between the two only the reset of a sandbox can have removed it.
  if (!order) return answerToken("NO_NUMBERS");
  const spelling = readSpelling(parameters);
  return numberV2Of({ ...order, number: bought.number }, { country, countryId, spelling });
}

/** The purchase that the parameters ask for, or why there can be none. */
async function readPurchase(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<NumberInput | TokenAnswer> {
  const { db } = caller;
  const service = await findServiceByCode(db, parameters.get("service") ?? "");
  if (!service) return answerToken("BAD_SERVICE");
  const isAnywhere = isAnyCountry(parameters);
  const named = isAnywhere ? null : readCountry(parameters, env.DEFAULT_COUNTRY_ID);
  if (named === null && !isAnywhere) return answerToken("BAD_COUNTRY");
  // Russia under its old id, which is no country of ours.
  if ((named !== null && russiaCountryIds.includes(named)) || wantsCall(parameters))
    return answerToken("NO_NUMBERS");
  const operator = readOperators(parameters);
  if (operator === null) return answerToken("BAD_OPERATOR");
  const dialCode = named === null ? null : ((await findCountry(db, named))?.dialCode ?? "");
  const choices = readChoices(parameters, dialCode);
  if (choices === "wrong-prefix") return answerToken("WRONG_EXCEPTION_PHONE");
  if (choices === "nothing") return answerToken("NO_NUMBERS");
  const idempotencyKey = orderKey(parameters.get("orderId"));
  const countryId =
    named ??
    (await port.findCountry(caller, idempotencyKey)) ??
    (await cheapestCountry(db, caller.actor, { serviceId: service.id, operator, choices }));
  if (countryId === null) return answerToken("NO_NUMBERS");
  return {
    serviceId: service.id,
    countryId,
    isAnywhere,
    operator,
    maxPriceKopecks: readMaxPrice(parameters),
    isCheapest: wantsCheapest(parameters),
    idempotencyKey,
    choices,
  };
}

/**
 * Without an order id every call is an order of its own. An account that also sends `order:<its id>` as a key of the JSON API names one
 * order by both: it gets that order again, or ORDER_ALREADY_EXISTS where it asks for something else, and pays once.
 */
export function orderKey(orderId: string | undefined): string {
  if (orderId === undefined) return `auto:${randomUUID()}`;
  if (/^[\x21-\x7e]{1,100}$/.test(orderId)) return `order:${orderId}`;
  return `order-hash:${createHash("sha256").update(orderId).digest("base64url")}`;
}

async function buy(
  port: ActivationPort,
  caller: Caller,
  input: NumberInput,
  waitMs: number,
): Promise<Bought | TokenAnswer> {
  for (let waitedMs = 0; ; waitedMs += IN_FLIGHT_LOOK_MS) {
    try {
      return await port.buy(caller, input);
    } catch (error) {
      if (!isAppError(error)) throw error;
      const told = answerRefusalWithValue(error);
      if (told) return told;
      if (error.row !== activationErrors.PURCHASE_IN_FLIGHT || waitedMs >= waitMs) throw error;
      await pause(IN_FLIGHT_LOOK_MS);
    }
  }
}

/** The answer to a refusal of buying that has a value behind its word; null for all others. */
export function answerRefusalWithValue({ row, code, details }: AppError): TokenAnswer | null {
  if (code === activationErrors.WRONG_MAX_PRICE.code) {
    return answerTokenWith("WRONG_MAX_PRICE", decimalRoubles(kopecks(Number(details?.minPriceKopecks))));
  }
  if (row === activationErrors.BANNED)
    return answerTokenWith("BANNED", banTime(new Date(String(details?.until))));
  return null;
}

type NewOrder = Pick<
  ActivationView,
  "id" | "number" | "priceKopecks" | "requestedAt" | "operator" | "expiresAt"
>;

/**
 * The words of getNumberV2 about a new order. Id and cost are text and canGetAnotherSms is a boolean, which programs in use read, also
 * those that decode strictly; `types=classic` writes them as the old reference does: numbers, and "1" or "0". A country is text in both.
 * `status` is there for who takes any answer without it for a refusal.
 */
function numberV2Of(
  order: NewOrder,
  {
    country,
    countryId,
    spelling,
  }: { readonly country: Country | null; readonly countryId: number; readonly spelling: Spelling },
): Answer {
  const price = order.priceKopecks as Kopecks;
  const canGetAnotherSms = country?.retry ?? false;
  const isText = spelling.order === "text";
  return answerJson({
    activationId: isText ? String(order.id) : order.id,
    phoneNumber: order.number,
    activationCost: isText ? decimalRoubles(price) : roublesNumber(price),
    currency: currencyNumber,
    countryCode: String(countryId),
    canGetAnotherSms: spelling.again === "boolean" ? canGetAnotherSms : digitFlag(canGetAnotherSms),
    activationTime: protocolTime(new Date(order.requestedAt)),
    activationOperator: order.operator,
    activationEndTime: protocolTime(new Date(order.expiresAt)),
    countryPhoneCode: country?.dialCode ?? "",
    status: "success",
  });
}

/** Moves an order: 1 ready, 3 one more code, 6 finish, 8 (or -1) cancel. A command that already holds says the same again. */
export async function moveOrder(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const id = readOrderNumber(parameters);
  if (id === null) return answerToken("WRONG_ACTIVATION_ID");
  const command = readCommand(parameters);
  if (command === null) return answerToken("BAD_STATUS");
  return commands[command](port, caller, id);
}

/** `setStatus` 6 by a name of its own. */
export const finishOrder = commandCall("finish");

/** `setStatus` 8 by a name of its own. */
export const cancelOrder = commandCall("cancel");

function commandCall(command: Command) {
  return async (port: ActivationPort, caller: Caller, parameters: Parameters): Promise<TokenAnswer> => {
    const id = readOrderNumber(parameters);
    return id === null ? answerToken("WRONG_ACTIVATION_ID") : commands[command](port, caller, id);
  };
}

type Commanded = (port: ActivationPort, caller: Caller, id: number) => Promise<TokenAnswer>;

const commands: Readonly<Record<Command, Commanded>> = {
  ready: async (port, caller, id) => {
    const order = await port.findStatus(caller, id);
    if (!order) return answerToken("NO_ACTIVATION");
    const isOpen = moneyOf[order.state] === "held" || order.state === "received";
    return answerToken(isOpen ? "ACCESS_READY" : "BAD_STATUS");
  },
  more: async (port, caller, id) => {
    await port.act(caller, id, "ask_more");
    return answerToken("ACCESS_RETRY_GET");
  },
  finish: async (port, caller, id) => {
    await port.act(caller, id, "finish");
    return answerToken("ACCESS_ACTIVATION");
  },
  cancel: async (port, caller, id) => {
    try {
      await port.act(caller, id, "cancel");
    } catch (error) {
      // Its time was over first, or it was reported: the money is back, which is what the command asks for.
      if (!isAppError(error) || error.row !== activationErrors.BAD_STATUS) throw error;
      const state = error.details?.state;
      if (state !== "expired" && state !== "banned" && state !== "failed") throw error;
    }
    return answerToken("ACCESS_CANCEL");
  },
};
