import { moneyOf } from "#features/activations/activations.rules.ts";
import type { Bought, Purchase } from "#features/activations/purchase/purchase.writes.ts";
import { findCountry, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  type ActionName,
  type Answer,
  answerJson,
  answerToken,
  answerTokens,
  answerTokenWith,
  type PlainToken,
  type TokenAnswer,
} from "#features/handler-api/handler-api.rules.ts";
import {
  activePageOf,
  allSmsOf,
  currentOf,
  fullSmsOf,
  historyOf,
  readHistoryInput,
  readSmsPage,
} from "#features/handler-api/history/history.reads.ts";
import { callStatus } from "#features/handler-api/history/history.rules.ts";
import { setMaxPrice } from "#features/handler-api/max-price.writes.ts";
import {
  activeOf,
  readActivePage,
  statusOf,
  statusV2Of,
  toActiveActivation,
} from "#features/handler-api/orders/orders.reads.ts";
import {
  answerRefusalWithValue,
  numberV2Of,
  readPurchase,
} from "#features/handler-api/orders/orders.writes.ts";
import { sandboxRentCalls } from "#features/handler-api/rent/sandbox-rent.routes.ts";
import { sandboxReorderCalls } from "#features/handler-api/reorder/sandbox-reorder.routes.ts";
import {
  type Command,
  type Parameters,
  readCommand,
  readOrderNumber,
} from "#features/handler-api/request.rules.ts";
import { readSpelling } from "#features/handler-api/types.rules.ts";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { sandboxErrors } from "#features/sandbox/sandbox.errors.ts";
import {
  findSandboxStatus,
  findSandboxView,
  listActiveSandboxOrders,
  listPastSandboxOrders,
  pageOfSandboxSms,
  readSandbox,
} from "#features/sandbox/sandbox.reads.ts";
import { momentOf, purseOf, sandboxLimits, scriptOf } from "#features/sandbox/sandbox.rules.ts";
import {
  advanceSandbox,
  buyInSandbox,
  moveSandboxOrder,
  resetSandbox,
} from "#features/sandbox/sandbox.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { type AppError, isAppError } from "#lib/errors/app-error.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";

type Call = (db: Db, caller: KeyOwner, parameters: Parameters) => Promise<Answer>;

/** What handler_api.php answers to a sandbox key. Actions that are missing here and not of the market: NOT_AVAILABLE. */
export const sandboxCalls: Readonly<Partial<Record<ActionName, Call>>> = {
  getBalance: answerSandboxBalance,
  getBalanceAndCashBack: answerSandboxBalance,
  getNumber: async (db, caller, parameters) => {
    const bought = await buy(db, caller, parameters);
    return "kind" in bought ? bought : answerTokenWith("ACCESS_NUMBER", `${bought.id}:${bought.number}`);
  },
  getNumberV2: buyV2,
  setStatus: moveOrder,
  getStatus: async (db, caller, parameters) => {
    const order = await findOrder(db, caller, parameters);
    return order ? statusOf(order) : answerToken("NO_ACTIVATION");
  },
  getStatusV2: async (db, caller, parameters) => {
    const order = await findOrder(db, caller, parameters);
    return order ? statusV2Of(order) : answerToken("NO_ACTIVATION");
  },
  getActiveActivations: async (db, { key }, parameters) =>
    activeOf(
      await listActiveSandboxOrders(db, key.keyId, readActivePage(parameters)),
      await readCatalogue(db),
      readSpelling(parameters),
    ),
  getListOfActiveActivations: async (db, caller, parameters) =>
    activePageOf(await readEntries(db, caller, parameters), parameters),
  getCurrentActivations: listCurrent,
  getCurrentActivationsDataTables: listCurrent,
  getFullSms: async (db, caller, parameters) => {
    const order = await findOrder(db, caller, parameters);
    return order ? fullSmsOf(order) : answerToken("NO_ACTIVATION");
  },
  getIncomingCallStatus: async (db, caller, parameters) => {
    const order = await findOrder(db, caller, parameters);
    return order
      ? answerJson({ status: callStatus(order.state), phone: false })
      : answerToken("INVALID_ACTIVATION_ID");
  },
  ...sandboxRentCalls,
  ...sandboxReorderCalls,
  getHistory: async (db, { key }, parameters) => {
    const { orders, now } = await readSandbox(db, key.keyId);
    const input = readHistoryInput(parameters, now.getTime());
    return input === null
      ? answerToken("WRONG_DATE")
      : historyOf(listPastSandboxOrders(orders, now, input), readSpelling(parameters));
  },
  getAllSms: async (db, { key }, parameters) => {
    const { orders, now } = await readSandbox(db, key.keyId);
    const order = orders.find(({ id }) => id === readOrderNumber(parameters));
    if (!order) return answerToken("NO_ACTIVATION");
    const { state } = momentOf(order, now);
    if (moneyOf[state] === "given-back") return answerToken("STATUS_CANCEL");
    return allSmsOf(pageOfSandboxSms(order, now, readSmsPage(parameters)), order.serviceCode);
  },
  finishActivation: stepCall("finish"),
  cancelActivation: stepCall("cancel"),
  // The key is a row like any other, and the sandbox keeps to what stands there.
  setMaxPrice,
  sandboxAdvance: advance,
  sandboxReset: async (db, caller) => {
    const { now, aheadSeconds } = await resetSandbox(db, caller);
    return answerJson({ status: "success", now: now.toISOString(), aheadSeconds });
  },
};

async function answerSandboxBalance(db: Db, { key }: KeyOwner): Promise<TokenAnswer> {
  return answerTokenWith(
    "ACCESS_BALANCE",
    decimalRoubles(kopecks(purseOf(await readSandbox(db, key.keyId)))),
  );
}

async function findOrder(db: Db, { key }: KeyOwner, parameters: Parameters) {
  const id = readOrderNumber(parameters);
  return id === null ? null : findSandboxStatus(db, key.keyId, id);
}

type SandboxBought = Bought & Pick<Purchase, "countryId">;

async function buy(db: Db, caller: KeyOwner, parameters: Parameters): Promise<SandboxBought | TokenAnswer> {
  const purchase = await readPurchase(db, caller, parameters);
  if ("kind" in purchase) return purchase;
  try {
    const { countryId } = purchase;
    return { ...(await buyInSandbox(db, { ...purchase, key: caller.key })), countryId };
  } catch (error) {
    if (!isAppError(error)) throw error;
    const told = answerRefusalWithValue(error) ?? answerByScript(error, parameters.get("service") ?? "");
    if (!told) throw error;
    return told;
  }
}

/** A script's own word, also where the same refusal has another word elsewhere. */
function answerByScript(error: AppError, serviceCode: string): TokenAnswer | null {
  const { refusal } = scriptOf(serviceCode);
  if (!refusal || refusal.error !== error.row || answerTokens[refusal.token] !== null) return null;
  return answerToken(refusal.token as PlainToken);
}

async function buyV2(db: Db, caller: KeyOwner, parameters: Parameters): Promise<Answer> {
  const bought = await buy(db, caller, parameters);
  if ("kind" in bought) return bought;
  if (bought.replayed) return answerToken("ORDER_ALREADY_EXISTS");
  const [order, country] = await Promise.all([
    findSandboxView(db, caller.key.keyId, bought.id, "en"),
    findCountry(db, bought.countryId),
  ]);
  // Between the two statements only a reset can have removed it.
  const { countryId } = bought;
  const spelling = readSpelling(parameters);
  return order ? numberV2Of(order, { country, countryId, spelling }) : answerToken("NO_NUMBERS");
}

async function moveOrder(db: Db, caller: KeyOwner, parameters: Parameters): Promise<TokenAnswer> {
  const command = readCommand(parameters);
  if (command === null && readOrderNumber(parameters) !== null) return answerToken("BAD_STATUS");
  return stepCall(command ?? "ready")(db, caller, parameters);
}

function stepCall(command: Command) {
  return async (db: Db, caller: KeyOwner, parameters: Parameters): Promise<TokenAnswer> => {
    const id = readOrderNumber(parameters);
    return id === null ? answerToken("WRONG_ACTIVATION_ID") : steps[command](db, caller, id);
  };
}

async function listCurrent(db: Db, { key }: KeyOwner, parameters: Parameters): Promise<Answer> {
  const [{ now }, orders, catalogue] = await Promise.all([
    readSandbox(db, key.keyId),
    listActiveSandboxOrders(db, key.keyId, readActivePage(parameters, "length")),
    readCatalogue(db),
  ]);
  return currentOf(orders, { catalogue, spelling: readSpelling(parameters), now: now.getTime() });
}

async function readEntries(db: Db, { key }: KeyOwner, parameters: Parameters) {
  const [orders, catalogue] = await Promise.all([
    listActiveSandboxOrders(db, key.keyId, readActivePage(parameters, "length")),
    readCatalogue(db),
  ]);
  const spelling = readSpelling(parameters);
  return orders.map((order) => toActiveActivation(order, catalogue, spelling));
}

const steps: Readonly<Record<Command, (db: Db, caller: KeyOwner, id: number) => Promise<TokenAnswer>>> = {
  ready: async (db, { key }, id) => {
    const order = await findSandboxStatus(db, key.keyId, id);
    if (!order) return answerToken("NO_ACTIVATION");
    const isOpen = moneyOf[order.state] === "held" || order.state === "received";
    return answerToken(isOpen ? "ACCESS_READY" : "BAD_STATUS");
  },
  more: async (db, caller, id) => {
    await moveSandboxOrder(db, caller, id, "ask_more");
    return answerToken("ACCESS_RETRY_GET");
  },
  finish: async (db, caller, id) => {
    await moveSandboxOrder(db, caller, id, "finish");
    return answerToken("ACCESS_ACTIVATION");
  },
  cancel: async (db, caller, id) => {
    const order = await findSandboxStatus(db, caller.key.keyId, id);
    // The money is back already, which is what the command asks for.
    if (order && moneyOf[order.state] === "given-back") return answerToken("ACCESS_CANCEL");
    await moveSandboxOrder(db, caller, id, "cancel");
    return answerToken("ACCESS_CANCEL");
  },
};

async function advance(db: Db, caller: KeyOwner, parameters: Parameters): Promise<Answer> {
  const text = parameters.get("seconds") ?? "";
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > sandboxLimits.advanceSecondsMax) return answerToken("WRONG_DATE");
  try {
    const { now, aheadSeconds } = await advanceSandbox(db, caller, seconds);
    return answerJson({ status: "success", now: now.toISOString(), aheadSeconds });
  } catch (error) {
    if (isAppError(error) && error.row === sandboxErrors.SANDBOX_CLOCK_TOO_FAR)
      return answerToken("WRONG_DATE");
    throw error;
  }
}
