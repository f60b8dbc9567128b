import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Dispatcher, request } from "undici";
import { z } from "zod";
import { DigitPhone, LooseUlong } from "#features/supply/supply.contract.ts";
import { type Dialect, type FinishOutcome, limits } from "#features/supply/supply.rules.ts";
import { env } from "#lib/env.ts";
import { type ExactJson, parseExactJson, stringifyExactJson } from "#lib/json/exact-json.ts";
import { checkOutboundUrl, guardedAgent } from "#lib/net/guarded-agent.ts";
import { type BodyLimits, readLimitedBody } from "#lib/net/limited-body.ts";

/** Where an agent is and how it is spoken to. `key` is in the clear; never log it. */
export type Agent = { readonly baseUrl: string; readonly key: string; readonly dialect: Dialect };

export type NumberRequest = {
  readonly country: string;
  readonly service: string;
  readonly operator: string;
  /** What the agent will earn, in roubles with two decimals. */
  readonly sumRoubles: number;
  readonly currency: number;
  readonly exceptPrefixes: readonly string[];
  readonly clientId: string;
};

/** The agent's own id of an activation: a number by the protocol, a word (such as a UUID) at some agents. */
export type AgentReference = bigint | string;

/**
 * `isLoose`: the answer was written in types that are not the protocol's. `unknown`: the request may have reached the agent, so
 * it may hold a number for us. `failed`: it certainly does not.
 */
export type NumberAnswer =
  | {
      readonly kind: "number";
      readonly number: bigint;
      readonly supplierRef: AgentReference;
      readonly isLoose: boolean;
    }
  | { readonly kind: "no-numbers" }
  | {
      readonly kind: "failed";
      readonly error: string;
      readonly reached: boolean;
      readonly strayRef?: AgentReference;
    }
  | { readonly kind: "unknown"; readonly error: string };

export type ServiceCount = {
  readonly country: string;
  readonly operator: string;
  readonly service: string;
  readonly count: number;
};

/** The agent broke the protocol or could not be reached. */
class AgentFault extends Error {
  override name = "AgentFault";
  /** The request certainly did not reach the agent. */
  readonly neverSent: boolean;
  constructor(message: string, options: ErrorOptions & { neverSent?: boolean } = {}) {
    super(message, options);
    this.neverSent = options.neverSent ?? false;
  }
}

const SERVICES_LIMITS: BodyLimits = { packedBytes: 4 << 20, unpackedBytes: 32 << 20 };
const SHORT_LIMITS: BodyLimits = { packedBytes: 64 << 10, unpackedBytes: 256 << 10 };
const MAX_ULONG = 2n ** 63n - 1n;
const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "FORBIDDEN_ADDRESS",
]);

const gzipAsync = promisify(gzip);
const dispatcher = guardedAgent({ mayBePrivate: env.SUPPLIERS_MAY_BE_PRIVATE });

const Count = z
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);
const Ulong = z
  .union([z.number().int().nonnegative(), z.bigint().nonnegative()])
  .transform((value) => BigInt(value))
  .refine((value) => value <= MAX_ULONG);
const ServicesAnswer = z.object({
  status: z.literal("SUCCESS"),
  countryList: z.array(
    z.object({
      country: z.string().max(80),
      operatorMap: z.record(z.string().max(80), z.record(z.string().max(40), Count)),
    }),
  ),
});
const ExactNumber = z.object({ status: z.literal("SUCCESS"), number: Ulong, activationId: Ulong });
/** An id with a letter in it is a word; FINISH_ACTIVATION says it again as it came. */
const Word = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,100}$/)
  .regex(/[A-Za-z]/);
const Reference = z.union([Ulong, LooseUlong, Word]);
const GivenNumber = z.object({
  status: z.literal("SUCCESS"),
  number: z.union([Ulong, DigitPhone.transform(BigInt)]),
  activationId: Reference,
});
const Refused = z.object({ status: z.literal("ERROR"), error: z.string().optional() });

/** What the agent can have on line right now. Throws AgentFault. */
export async function getServices(agent: Agent): Promise<ServiceCount[]> {
  const answer = await call(
    agent,
    { action: "GET_SERVICES" },
    { timeoutMs: limits.getServicesMs, body: SERVICES_LIMITS },
  );
  const parsed = ServicesAnswer.safeParse(answer);
  if (!parsed.success) throw new AgentFault(`GET_SERVICES: ${shortProblem(parsed.error, answer)}`);
  const counts = parsed.data.countryList.flatMap(({ country, operatorMap }) =>
    countsOf(country, operatorMap),
  );
  if (counts.length > limits.offersPerAnswer)
    throw new AgentFault(`GET_SERVICES: ${counts.length} offers are too many`);
  return counts;
}

function countsOf(country: string, operatorMap: Record<string, Record<string, number>>): ServiceCount[] {
  const named = Object.keys(operatorMap).filter((operator) => operator !== "any");
  // Some agents add an `any` entry with the sum over their operators: counting both would double the stock.
  const operators = named.length > 0 ? named : Object.keys(operatorMap);
  return operators.flatMap((operator) =>
    Object.entries(operatorMap[operator] ?? {}).map(([service, count]) => ({
      country,
      operator,
      service,
      count,
    })),
  );
}

/** Asks for a number. Never throws: whatever happens is one of the answers. Waits as long as `timeoutMs`. */
export async function getNumber(
  agent: Agent,
  wanted: NumberRequest,
  timeoutMs: number,
): Promise<NumberAnswer> {
  const body = {
    action: "GET_NUMBER",
    country: wanted.country,
    service: wanted.service,
    operator: wanted.operator,
    sum: wanted.sumRoubles,
    currency: wanted.currency,
    ...(wanted.exceptPrefixes.length > 0 ? { exceptionPhoneSet: wanted.exceptPrefixes } : {}),
    clientId: wanted.clientId,
  };
  try {
    return readNumber(await call(agent, body, { timeoutMs, body: SHORT_LIMITS }));
  } catch (error) {
    const neverSent = error instanceof AgentFault && error.neverSent;
    const { message } = error as Error;
    return neverSent
      ? { kind: "failed", error: message, reached: false }
      : { kind: "unknown", error: message };
  }
}

function readNumber(answer: ExactJson): NumberAnswer {
  const given = GivenNumber.safeParse(answer);
  if (given.success)
    return {
      kind: "number",
      number: given.data.number,
      supplierRef: given.data.activationId,
      isLoose: !ExactNumber.safeParse(answer).success,
    };
  const status = (answer as { status?: unknown } | null)?.status;
  if (status === "NO_NUMBERS") return { kind: "no-numbers" };
  const refused = Refused.safeParse(answer);
  if (refused.success)
    return { kind: "failed", error: `ERROR ${(refused.data.error ?? "").slice(0, 200)}`, reached: true };
  if (status !== "SUCCESS") return { kind: "unknown", error: shortProblem(given.error, answer) };
  // It took a number off its shelf but did not say which; give it back where the id can be read at all.
  const stray = Reference.safeParse((answer as { activationId?: unknown }).activationId);
  return {
    kind: "failed",
    error: shortProblem(given.error, answer),
    reached: true,
    ...(stray.success ? { strayRef: stray.data } : {}),
  };
}

/** Ends an activation at the agent. Resolves on SUCCESS only; throws AgentFault otherwise. */
export async function finishActivation(
  agent: Agent,
  supplierRef: AgentReference,
  outcome: FinishOutcome,
): Promise<void> {
  const body = { action: "FINISH_ACTIVATION", activationId: supplierRef, status: outcome };
  const answer = await call(agent, body, { timeoutMs: limits.finishMs, body: SHORT_LIMITS });
  const status = (answer as { status?: unknown } | null)?.status;
  if (status !== "SUCCESS")
    throw new AgentFault(`FINISH_ACTIVATION: ${JSON.stringify(status ?? null).slice(0, 80)}`);
}

type CallLimits = { readonly timeoutMs: number; readonly body: BodyLimits };

async function call(agent: Agent, body: Record<string, unknown>, callLimits: CallLimits): Promise<ExactJson> {
  const signal = AbortSignal.timeout(callLimits.timeoutMs);
  try {
    const url = checkOutboundUrl(agent.baseUrl, env.SUPPLIERS_MAY_BE_PRIVATE);
    const response = await post(url, stringifyExactJson({ ...body, key: agent.key }), agent.dialect, signal);
    const encoding = response.headers["content-encoding"];
    const text = await readLimitedBody(
      response.body,
      Array.isArray(encoding) ? encoding.join() : encoding,
      callLimits.body,
    );
    return parseExactJson(text, { maxDepth: 6 });
  } catch (error) {
    if (error instanceof AgentFault) throw error;
    const { code, message } = error as { code?: string; message: string };
    throw new AgentFault(signal.aborted ? `no answer within ${callLimits.timeoutMs} ms` : (code ?? message), {
      cause: error,
      neverSent: NEVER_SENT.has(code ?? ""),
    });
  }
}

async function post(
  url: URL,
  text: string,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const packed = dialect.gzipRequests ? await gzipAsync(text) : text;
  // Redirects are not followed: where an agent may be was decided when it was taken on.
  const response = await request(url, {
    method: "POST",
    dispatcher,
    signal,
    headers: {
      // As SMSHub sends it: an agent that compares the whole type answers 415 to a charset, which JSON does not need.
      "content-type": "application/json",
      accept: "application/json",
      "accept-encoding": "gzip",
      "user-agent": `SMSDen/1.0 (+${env.PUBLIC_URL})`,
      ...(dialect.gzipRequests ? { "content-encoding": "gzip" } : {}),
    },
    body: packed,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  if (response.statusCode < 300) return response;
  // Nobody reads this body; its end would otherwise be an error that nobody hears, which ends the process.
  response.body.on("error", () => undefined).destroy();
  // A refusal of HTTP itself (no such path, no such key) means that nothing was done; 5xx means nothing for sure.
  throw new AgentFault(`HTTP ${response.statusCode}`, { neverSent: response.statusCode < 500 });
}

function shortProblem(error: z.ZodError, answer: ExactJson): string {
  const refused = Refused.safeParse(answer);
  if (refused.success) return `ERROR ${(refused.data.error ?? "").slice(0, 200)}`;
  const [issue] = error.issues;
  return `wrong answer at ${issue?.path.join(".") || "its root"}: ${issue?.message ?? "unknown"}`.slice(
    0,
    300,
  );
}
