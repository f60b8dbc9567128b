import type { ActivationPort } from "#features/activations/activation-port.writes.ts";
import {
  type ActivationStatus,
  type ActiveOrder,
  findActivationStatus,
} from "#features/activations/activations.reads.ts";
import { moneyOf } from "#features/activations/activations.rules.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import {
  type Answer,
  activePageMax,
  answerJson,
  answerToken,
  answerTokenWith,
  currencyNumber,
  digitFlag,
  protocolTime,
  type TokenAnswer,
} from "#features/handler-api/handler-api.rules.ts";
import { type Parameters, readCount, readOrderNumber } from "#features/handler-api/request.rules.ts";
import { readSpelling, type Spelling } from "#features/handler-api/types.rules.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import type { Caller } from "#lib/api/route.ts";
import type { Db } from "#lib/db/pool.ts";
import { decimalRoubles, type Kopecks } from "#lib/money/kopecks.ts";

/** The words of getBalance: what can be spent now, two decimals always. */
export function balanceOf(availableKopecks: Kopecks): TokenAnswer {
  return answerTokenWith("ACCESS_BALANCE", decimalRoubles(availableKopecks));
}

/** What a poll of a real account is told about its balance. */
export async function answerBalanceOf(db: Db, userId: number): Promise<TokenAnswer> {
  return balanceOf((await getBalance(db, userId)).availableKopecks);
}

/** What a poll of a real account is told about an order. */
export async function answerStatusOf(db: Db, userId: number, orderId: number): Promise<TokenAnswer> {
  return statusOf(await findActivationStatus(db, userId, orderId));
}

/** State and newest code of one order. */
export async function answerStatus(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const id = readOrderNumber(parameters);
  return statusOf(id === null ? null : await port.findStatus(caller, id));
}

/** The same with the SMS itself as JSON; text while there is none. */
export async function answerStatusV2(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const id = readOrderNumber(parameters);
  const order = id === null ? null : await port.findStatus(caller, id);
  if (!order) return answerToken("NO_ACTIVATION");
  const status = statusOf(order);
  if (status.token !== "STATUS_OK" || !order.receivedAt) return status;
  const sms = { dateTime: protocolTime(order.receivedAt), code: order.code, text: order.text };
  return answerJson({ verificationType: 0, sms, call: null });
}

/**
 * The words of getStatus about an order. A finished one keeps answering its code (a deliberate deviation: the reference
 * says STATUS_CANCEL, which clients that ask once more after finishing take for a refund). One whose texts have been
 * removed with age is known no more.
 */
function statusOf(order: ActivationStatus | null): TokenAnswer {
  if (!order) return answerToken("NO_ACTIVATION");
  const money = moneyOf[order.state];
  if (money === "held") return answerToken("STATUS_WAIT_CODE");
  if (money === "given-back") return answerToken("STATUS_CANCEL");
  if (order.code === null) return answerToken("NO_ACTIVATION");
  return answerTokenWith(
    order.state === "received" && order.wantsMore ? "STATUS_WAIT_RETRY" : "STATUS_OK",
    order.code,
  );
}

/** Open orders with their numbers, newest first; `start` and `limit` (at most 100) page. */
export async function listActive(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const orders = await port.listOpen(caller, readActivePage(parameters));
  const catalogue = await readCatalogue(caller.db);
  const spelling = readSpelling(parameters);
  return activeAnswer(orders.map((order) => toActiveActivation(order, catalogue, spelling)));
}

/** Which of the open orders are asked for; the older spelling says `length` for how many. */
export function readActivePage(
  parameters: Parameters,
  limitName: "limit" | "length" = "limit",
): { start: number; limit: number } {
  return {
    start: readCount(parameters, "start", 0, 1_000_000),
    limit: Math.max(1, readCount(parameters, limitName, activePageMax, activePageMax)),
  };
}

/** Open orders under both names that shops give their list: programs for Grizzly and HeroSMS look for `data`. */
export function activeAnswer(entries: readonly ActiveEntry[]): Answer {
  if (entries.length === 0) return answerToken("NO_ACTIVATIONS");
  return answerJson({ status: "success", activeActivations: entries, data: entries });
}

type ActiveEntry = ReturnType<typeof toActiveActivation>;

/**
 * An open order as the protocol's lists have it. Its cost is text and canGetAnotherSms "1" or "0" in every spelling: so declare it
 * those programs, too, that want a boolean in getNumberV2.
 */
export function toActiveActivation(order: ActiveOrder, catalogue: Catalogue, spelling: Spelling) {
  const country = catalogue.countryById.get(order.countryId);
  return {
    activationId: String(order.id),
    serviceCode: catalogue.serviceById.get(order.serviceId)?.code ?? "",
    phoneNumber: order.number,
    activationCost: decimalRoubles(order.priceKopecks),
    activationStatus: statusNumber(order),
    smsCode: codesOf(order, spelling),
    smsText: order.lastText,
    activationTime: protocolTime(order.issuedAt),
    discount: "0.00",
    repeated: "0",
    countryCode: String(order.countryId),
    countryName: country?.names.en ?? "",
    canGetAnotherSms: digitFlag(country?.retry ?? false),
    currency: currencyNumber,
  };
}

/** Every code, oldest first, or the newest alone; null while there is none. */
function codesOf({ codes }: ActiveOrder, spelling: Spelling): string[] | string | null {
  const newest = codes.at(-1) ?? null;
  return newest === null || spelling.codes === "newest" ? newest : codes;
}

/** 4 waiting, 3 waiting for one more, 2 received: the protocol's numbers for lists. */
function statusNumber(order: ActiveOrder): "4" | "3" | "2" {
  if (order.state !== "received") return "4";
  return order.wantsMore ? "3" : "2";
}
