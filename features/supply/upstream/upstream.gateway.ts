import {
  type NumberAnswer,
  type NumberRequest,
  SERVICES_LIMITS,
  type ServiceCount,
  SHORT_LIMITS,
} from "#features/supply/agent.gateway.ts";
import { AgentFault, type CallLimits } from "#features/supply/agent-call.gateway.ts";
import { Exchange } from "#features/supply/health/exchange.gateway.ts";
import { type FinishOutcome, finishOutcomes, limits } from "#features/supply/supply.rules.ts";
import {
  type OpenActivation,
  type ReadPurchase,
  readActive,
  readJsonAnswer,
  readPurchase,
  readSmsText,
  readStatus,
  readToken,
  type UpstreamStatus,
} from "#features/supply/upstream/upstream-answers.rules.ts";
import { callUpstream, type Upstream } from "#features/supply/upstream/upstream-call.gateway.ts";
import {
  readCountryStock,
  readPrices,
  type UncountedPrice,
} from "#features/supply/upstream/upstream-prices.rules.ts";
import { priceLimit, readBalanceCents } from "#features/supply/upstream-money.rules.ts";
import { monotonicMs } from "#lib/clock.ts";

const short: CallLimits = { timeoutMs: limits.finishMs, body: SHORT_LIMITS };
const list: CallLimits = { timeoutMs: limits.getServicesMs, body: SERVICES_LIMITS };
/** Countries that are asked for their stock one by one where the price list does not say it. */
const COUNTED_COUNTRIES = 20;
/** The list of open activations: entries of a page, and pages. */
const ACTIVE_PAGE = 100;
const ACTIVE_PAGES = 20;
/** Actions that a shop does not have, so that it is not asked for them each time: by address, for as long as the process lives. */
const missing = new Map<string, Set<string>>();

const lacks = ({ baseUrl }: Upstream, action: string) => missing.get(baseUrl)?.has(action) ?? false;

function noteMissing({ baseUrl }: Upstream, action: string): void {
  missing.set(baseUrl, (missing.get(baseUrl) ?? new Set()).add(action));
}

/** The first of these actions that the shop has, and its answer; all of them together take no longer than one may. Throws AgentFault. */
async function callFirst(
  shop: Upstream,
  actions: readonly [string, ...string[]],
  ...[parameters, bounds, exchange]: [Readonly<Record<string, string>>, CallLimits, Exchange]
): Promise<string> {
  const known = actions.filter((action) => !lacks(shop, action));
  const endsAt = monotonicMs() + bounds.timeoutMs;
  for (const action of known) {
    // Whoever looks for a lost purchase counts on none being made after this time.
    const timeoutMs = Math.max(1, Math.ceil(endsAt - monotonicMs()));
    const text = await callUpstream(shop, action, parameters, { ...bounds, timeoutMs }, exchange);
    if (readToken(text)?.word !== "BAD_ACTION") return text;
    noteMissing(shop, action);
  }
  // It may learn them.
  missing.delete(shop.baseUrl);
  throw new AgentFault(exchange.refuse("refused", "BAD_ACTION"));
}

/** What the shop sells now, at which price. Throws AgentFault. */
export async function listUpstreamStock(shop: Upstream, exchange = new Exchange()): Promise<ServiceCount[]> {
  const text = await callFirst(shop, ["getPricesV2", "getPrices"], {}, list, exchange);
  const prices = readPrices(readJsonAnswer(text), shop.rateKopecks);
  if (!prices) throw refuse(exchange, "getPrices", text);
  const counted = await countStock(shop, prices.uncounted, exchange);
  const counts = [...prices.counts, ...counted];
  if (counts.length > limits.offersPerAnswer)
    throw new AgentFault(exchange.refuse("too-large", `${counts.length} offers are too many`));
  return counts;
}

async function countStock(
  shop: Upstream,
  prices: readonly UncountedPrice[],
  exchange: Exchange,
): Promise<ServiceCount[]> {
  const byCountry = [...Map.groupBy(prices, ({ country }) => country)].slice(0, COUNTED_COUNTRIES);
  const counts: ServiceCount[] = [];
  for (const [country, offers] of byCountry) {
    const text = await callUpstream(shop, "getNumbersStatus", { country }, list, exchange);
    const stock = readCountryStock(readJsonAnswer(text));
    if (!stock) throw refuse(exchange, "getNumbersStatus", text);
    counts.push(...offers.map((offer) => ({ ...offer, count: stock.get(offer.service) ?? 0 })));
  }
  return counts;
}

/** Our balance there, in hundredths of its currency. Throws AgentFault. */
export async function getUpstreamBalance(shop: Upstream, exchange = new Exchange()): Promise<number> {
  const text = await callUpstream(shop, "getBalance", {}, short, exchange);
  const token = readToken(text);
  const balanceCents = token?.word === "ACCESS_BALANCE" ? readBalanceCents(token.rest.trim()) : null;
  if (balanceCents === null) throw refuse(exchange, "getBalance", text);
  return balanceCents;
}

/**
 * Buys a number at no more than it is to cost us. Never throws: whatever happens is one of the answers, `unknown` wherever something may
 * have been bought. Our id of the attempt goes along as `orderId`: a shop that knows it never sells twice under it.
 */
export async function buyUpstreamNumber(
  shop: Upstream,
  wanted: NumberRequest,
  timeoutMs: number,
  exchange = new Exchange(),
): Promise<NumberAnswer> {
  const parameters = {
    service: wanted.service,
    country: wanted.country,
    maxPrice: priceLimit(wanted.costKopecks, shop.rateKopecks),
    orderId: wanted.clientId,
    ...(wanted.operator === "any" ? {} : { operator: wanted.operator }),
    ...(wanted.exceptPrefixes.length > 0 ? { phoneException: wanted.exceptPrefixes.join() } : {}),
  };
  try {
    const bounds = { timeoutMs, body: SHORT_LIMITS };
    const text = await callFirst(shop, ["getNumberV2", "getNumber"], parameters, bounds, exchange);
    return judged(exchange, readPurchase(text, { ...shop, costKopecks: wanted.costKopecks }));
  } catch (error) {
    const { message } = error as Error;
    const isRefused = error instanceof AgentFault && (error.neverSent || message === "BAD_ACTION");
    return isRefused
      ? { kind: "failed", error: message, reached: message === "BAD_ACTION" }
      : { kind: "unknown", error: message };
  }
}

/** The answer to a purchase; where it cannot be used, the exchange records why. */
export function judged(exchange: Exchange, { answer, fault }: ReadPurchase): NumberAnswer {
  if (fault) exchange.refuse(fault.reason, fault.detail);
  return answer;
}

/** Everything that is open in our name, by pages. Throws AgentFault. */
export async function listUpstreamActive(
  shop: Upstream,
  exchange = new Exchange(),
): Promise<readonly OpenActivation[]> {
  const byReference = new Map<string, OpenActivation>();
  for (let page = 0; page < ACTIVE_PAGES; page += 1) {
    const parameters = { start: String(page * ACTIVE_PAGE), limit: String(ACTIVE_PAGE) };
    const text = await callUpstream(shop, "getActiveActivations", parameters, list, exchange);
    const entries = readActive(text);
    if (!entries) throw refuse(exchange, "getActiveActivations", text);
    const known = byReference.size;
    for (const entry of entries) byReference.set(String(entry.supplierRef), entry);
    // A shop without pages says the same again.
    if (entries.length < ACTIVE_PAGE || byReference.size === known) break;
  }
  return [...byReference.values()];
}

/** Whether an activation has a code. Throws AgentFault. */
export async function getUpstreamStatus(
  shop: Upstream,
  supplierRef: bigint | string,
  exchange = new Exchange(),
): Promise<UpstreamStatus> {
  const text = await callUpstream(shop, "getStatus", { id: String(supplierRef) }, short, exchange);
  const status = readStatus(text);
  if (!status) throw refuse(exchange, "getStatus", text);
  return status;
}

/** The text of an activation's newest SMS, or null where the shop does not tell it. Never throws. */
export async function findUpstreamText(shop: Upstream, supplierRef: bigint | string): Promise<string | null> {
  if (lacks(shop, "getStatusV2")) return null;
  try {
    const text = await callUpstream(shop, "getStatusV2", { id: String(supplierRef) }, short, new Exchange());
    if (readToken(text)?.word === "BAD_ACTION") noteMissing(shop, "getStatusV2");
    return readSmsText(text);
  } catch {
    return null;
  }
}

/** Asks for one more code of an activation. Answers whether there will be one. Throws AgentFault when the shop cannot be asked. */
export async function askUpstreamAgain(
  shop: Upstream,
  supplierRef: bigint | string,
  exchange = new Exchange(),
): Promise<boolean> {
  const text = await callUpstream(
    shop,
    "setStatus",
    { id: String(supplierRef), status: "3" },
    short,
    exchange,
  );
  return readToken(text)?.word === "ACCESS_RETRY_GET";
}

/** `late`: the code came when nobody waited for it any more, and the shop keeps the money. */
type UpstreamEnd = "ended" | "late";

/**
 * Ends an activation: cancelled where we got no code, finished where we did. Resolves when the shop knows of the end, also when it had
 * come to one by itself; throws AgentFault otherwise. A shop that takes no cancel in its first minutes is asked again by the outbox.
 */
export async function finishUpstream(
  shop: Upstream,
  supplierRef: bigint | string,
  outcome: FinishOutcome,
  exchange = new Exchange(),
): Promise<UpstreamEnd> {
  const isCancel = outcome === finishOutcomes.cancelled || outcome === finishOutcomes.neverAgain;
  const parameters = { id: String(supplierRef), status: isCancel ? "8" : "6" };
  const text = await callUpstream(shop, "setStatus", parameters, short, exchange);
  const word = readToken(text)?.word ?? "";
  if (/^(?:ACCESS_(?:CANCEL|CANCEL_ALREADY|ACTIVATION)|NO_ACTIVATION|WRONG_ACTIVATION_ID)$/.test(word))
    return "ended";
  // What the protocol foresees says nothing bad of the shop.
  if (word === "EARLY_CANCEL_DENIED") throw new AgentFault(word);
  if (word !== "BAD_STATUS") throw refuse(exchange, "setStatus", text);
  const status = await getUpstreamStatus(shop, supplierRef, exchange);
  if (status.kind === "waiting")
    throw new AgentFault(exchange.refuse("refused", "BAD_STATUS while it waits"));
  if (!isCancel || status.kind === "over") return "ended";
  // The code has come: it cannot be cancelled any more.
  await callUpstream(shop, "setStatus", { id: String(supplierRef), status: "6" }, short, exchange);
  return "late";
}

function refuse(exchange: Exchange, action: string, text: string): AgentFault {
  const token = readToken(text);
  const detail = token ? text.trim().slice(0, 80) : `no answer to ${action}: ${text.slice(0, 60)}`;
  return new AgentFault(`${action}: ${exchange.refuse(token ? "refused" : "wrong-shape", detail)}`);
}
