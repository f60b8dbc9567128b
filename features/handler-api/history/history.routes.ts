import type { ActivationPort } from "#features/activations/activation-port.writes.ts";
import type { ActivationStatus, ActiveOrder } from "#features/activations/activations.reads.ts";
import { moneyOf } from "#features/activations/activations.rules.ts";
import type { OrderMessage, PastOrder } from "#features/activations/history.reads.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import {
  type Answer,
  activePageMax,
  answerJson,
  answerToken,
  answerTokenWith,
  currencyNumber,
  protocolTime,
  type TokenAnswer,
} from "#features/handler-api/handler-api.rules.ts";
import { callStatus, pastStatus, readPeriod } from "#features/handler-api/history/history.rules.ts";
import {
  activeAnswer,
  readActivePage,
  toActiveActivation,
} from "#features/handler-api/orders/order-answers.routes.ts";
import { type Parameters, readCount, readOrderNumber } from "#features/handler-api/request.rules.ts";
import { readSpelling, type Spelling } from "#features/handler-api/types.rules.ts";
import type { Caller } from "#lib/api/route.ts";
import { roublesNumber } from "#lib/money/kopecks.ts";

const PAGE = 50;

/** The newest SMS as it came: `FULL_SMS:<text>`. */
export async function answerFullSms(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<TokenAnswer> {
  const id = readOrderNumber(parameters);
  const order = id === null ? null : await port.findStatus(caller, id);
  return order ? fullSmsOf(order) : answerToken("NO_ACTIVATION");
}

/** The words of getFullSms about an order. */
function fullSmsOf(order: ActivationStatus): TokenAnswer {
  const money = moneyOf[order.state];
  if (money === "held") return answerToken("STATUS_WAIT_CODE");
  if (money === "given-back") return answerToken("STATUS_CANCEL");
  // A day after its end the text of an order is gone.
  return order.text === null ? answerToken("NO_ACTIVATION") : answerTokenWith("FULL_SMS", order.text);
}

/** All SMS of an order, newest first; `size` (at most 100) and `page` from 1. */
export async function listAllSms(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const id = readOrderNumber(parameters);
  const order = id === null ? null : await port.findSale(caller, id);
  if (id === null || !order) return answerToken("NO_ACTIVATION");
  if (moneyOf[order.state] === "given-back") return answerToken("STATUS_CANCEL");
  const [page, { serviceById }] = await Promise.all([
    port.countedMessagesOf(caller, id, readSmsPage(parameters)),
    readCatalogue(caller.db),
  ]);
  return allSmsOf(page, serviceById.get(order.serviceId)?.code ?? "");
}

/** Which of an order's SMS `getAllSms` asks for. */
function readSmsPage(parameters: Parameters): { offset: number; limit: number } {
  const limit = Math.max(1, readCount(parameters, "size", PAGE, activePageMax));
  return { limit, offset: limit * (Math.max(1, readCount(parameters, "page", 1, 10_000)) - 1) };
}

/** The words of getAllSms about one page of an order's SMS. */
function allSmsOf(
  { total, messages }: { readonly total: number; readonly messages: readonly OrderMessage[] },
  service: string,
): Answer {
  const data = messages.map((message) => ({
    id: message.id,
    phoneFrom: message.sender,
    code: message.code,
    text: message.text,
    service,
    date: protocolTime(message.receivedAt),
    type: "sms",
  }));
  return answerJson({ data, meta: { total, service } });
}

/** SMSHub's list of open orders (protocol 1.5); `start` and `length` page it, as programs for SMS-Activate's site send them. */
export async function listCurrent(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const [orders, catalogue, now] = await Promise.all([
    port.listOpen(caller, readActivePage(parameters, "length")),
    readCatalogue(caller.db),
    port.nowMs(caller),
  ]);
  return currentOf(orders, { catalogue, spelling: readSpelling(parameters), now });
}

/**
 * The words of getCurrentActivations about open orders: SMSHub's members, and those of getActiveActivations behind them. `time` and
 * `createDate` are unix seconds by the same clock, `timer` is how many seconds are left; `code` is empty while there is none. The list
 * stands under `data` as well, where the official Java program looks for it.
 */
function currentOf(
  orders: readonly ActiveOrder[],
  {
    catalogue,
    spelling,
    now,
  }: { readonly catalogue: Catalogue; readonly spelling: Spelling; readonly now: number },
): Answer {
  if (orders.length === 0) return answerJson({ status: "fail", msg: "no_activations" });
  const array = orders.map((order) => {
    const entry = toActiveActivation(order, catalogue, spelling);
    return {
      id: entry.activationId,
      phone: entry.phoneNumber,
      code: order.codes.at(-1) ?? "",
      status: entry.activationStatus,
      createDate: unixSeconds(order.issuedAt.getTime()),
      timer: Math.max(0, Math.ceil((order.expiresAt.getTime() - now) / 1_000)),
      ...entry,
    };
  });
  return answerJson({ status: "success", array, time: unixSeconds(now), data: array });
}

const unixSeconds = (ms: number) => Math.floor(ms / 1_000);

/** The older spelling of getActiveActivations: `start`, `length`; `order=asc` turns the page round. */
export async function listActiveByPage(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const [orders, catalogue] = await Promise.all([
    port.listOpen(caller, readActivePage(parameters, "length")),
    readCatalogue(caller.db),
  ]);
  const spelling = readSpelling(parameters);
  const newestFirst = orders.map((order) => toActiveActivation(order, catalogue, spelling));
  return activeAnswer(parameters.get("order") === "asc" ? newestFirst.toReversed() : newestFirst);
}

/**
 * Orders that got a number between `start` and `end` (unix seconds, a year at most), newest first. `sms` is a JSON list as
 * text, as old clients read it; the cost of an order that is not settled or was refunded is 0.
 */
export async function listHistory(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const input = readHistoryInput(parameters, await port.nowMs(caller));
  return input === null
    ? answerToken("WRONG_DATE")
    : historyOf(await port.listPast(caller, input), readSpelling(parameters));
}

/** Which orders `getHistory` asks for; null for what is no such time. */
function readHistoryInput(parameters: Parameters, now: number) {
  const period = readPeriod(parameters, now);
  if (period === null) return null;
  const size = parameters.has("limit") ? "limit" : "size";
  return {
    ...period,
    offset: readCount(parameters, "offset", 0, 1_000_000),
    limit: Math.max(1, readCount(parameters, size, PAGE, activePageMax)),
  };
}

/** The words of getHistory about orders, newest first; ids are written as in getNumberV2. */
function historyOf(orders: readonly PastOrder[], spelling: Spelling): Answer {
  return answerJson(
    orders.map((order) => ({
      id: spelling.order === "text" ? String(order.id) : order.id,
      date: protocolTime(order.issuedAt),
      phone: order.number,
      sms: JSON.stringify(order.texts),
      cost: moneyOf[order.state] === "captured" ? roublesNumber(order.priceKopecks) : 0,
      status: pastStatus(order),
      currency: currencyNumber,
    })),
  );
}

/** Calls are not sold, so no number of a caller is ever told: the order's state in the numbers of this action. */
export async function answerCallStatus(
  port: ActivationPort,
  caller: Caller,
  parameters: Parameters,
): Promise<Answer> {
  const id = readOrderNumber(parameters);
  const order = id === null ? null : await port.findSale(caller, id);
  return order
    ? answerJson({ status: callStatus(order.state), phone: false })
    : answerToken("INVALID_ACTIVATION_ID");
}
