import { z } from "zod";
import { type Agent, AgentFault, callAgent } from "#features/supply/agent-call.gateway.ts";
import { Exchange } from "#features/supply/health/exchange.gateway.ts";
import { DigitPhone, LooseUlong } from "#features/supply/supply.contract.ts";
import { type FinishOutcome, limits } from "#features/supply/supply.rules.ts";
import type { ExactJson } from "#lib/json/exact-json.ts";
import { type Kopecks, roublesNumber } from "#lib/money/kopecks.ts";
import type { BodyLimits } from "#lib/net/limited-body.ts";

export type NumberRequest = {
  readonly country: string;
  readonly service: string;
  readonly operator: string;
  /** What the supplier will earn. */
  readonly costKopecks: Kopecks;
  readonly currency: number;
  readonly exceptPrefixes: readonly string[];
  readonly clientId: string;
};

/** The agent's own id of an activation: a number by the protocol, a word (such as a UUID) at some agents. */
export type AgentReference = bigint | string;

/** Why an upstream is not to be asked for a while: it does not take our key or account, or our money there does not suffice. */
export type SaleHalt = "account" | "money";

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
      /** What the supplier took, where it says so. */
      readonly costKopecks?: Kopecks;
    }
  | { readonly kind: "no-numbers" }
  | {
      readonly kind: "failed";
      readonly error: string;
      readonly reached: boolean;
      readonly strayRef?: AgentReference;
      readonly halt?: SaleHalt;
    }
  | { readonly kind: "unknown"; readonly error: string };

export type ServiceCount = {
  readonly country: string;
  readonly operator: string;
  readonly service: string;
  readonly count: number;
  /** What an upstream asks for one. */
  readonly costKopecks?: Kopecks;
};

export const SERVICES_LIMITS: BodyLimits = { packedBytes: 4 << 20, unpackedBytes: 32 << 20 };
export const SHORT_LIMITS: BodyLimits = { packedBytes: 64 << 10, unpackedBytes: 256 << 10 };
const MAX_ULONG = 2n ** 63n - 1n;

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

/** What the agent can have on line right now. `exchange` takes down what was said. Throws AgentFault. */
export async function getServices(agent: Agent, exchange = new Exchange()): Promise<ServiceCount[]> {
  const answer = await callAgent(
    agent,
    { action: "GET_SERVICES" },
    { timeoutMs: limits.getServicesMs, body: SERVICES_LIMITS },
    exchange,
  );
  const parsed = ServicesAnswer.safeParse(answer);
  if (!parsed.success) throw new AgentFault(`GET_SERVICES: ${refuse(exchange, parsed.error, answer)}`);
  const counts = parsed.data.countryList.flatMap(({ country, operatorMap }) =>
    countsOf(country, operatorMap),
  );
  if (counts.length > limits.offersPerAnswer)
    throw new AgentFault(
      `GET_SERVICES: ${exchange.refuse("too-large", `${counts.length} offers are too many`)}`,
    );
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

/**
 * Asks for a number. Never throws: whatever happens is one of the answers. Waits as long as `timeoutMs`; `exchange` takes down what
 * was said.
 */
export async function getNumber(
  agent: Agent,
  wanted: NumberRequest,
  timeoutMs: number,
  exchange = new Exchange(),
): Promise<NumberAnswer> {
  const question = {
    action: "GET_NUMBER" as const,
    country: wanted.country,
    service: wanted.service,
    operator: wanted.operator,
    sum: roublesNumber(wanted.costKopecks),
    currency: wanted.currency,
    ...(wanted.exceptPrefixes.length > 0 ? { exceptionPhoneSet: wanted.exceptPrefixes } : {}),
    clientId: wanted.clientId,
  };
  try {
    return readNumber(
      await callAgent(agent, question, { timeoutMs, body: SHORT_LIMITS }, exchange),
      exchange,
    );
  } catch (error) {
    const neverSent = error instanceof AgentFault && error.neverSent;
    const { message } = error as Error;
    return neverSent
      ? { kind: "failed", error: message, reached: false }
      : { kind: "unknown", error: message };
  }
}

function readNumber(answer: ExactJson, exchange: Exchange): NumberAnswer {
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
  const error = refuse(exchange, given.error, answer);
  if (Refused.safeParse(answer).success) return { kind: "failed", error, reached: true };
  if (status !== "SUCCESS") return { kind: "unknown", error };
  // It took a number off its shelf but did not say which; give it back where the id can be read at all.
  const stray = Reference.safeParse((answer as { activationId?: unknown }).activationId);
  return {
    kind: "failed",
    error,
    reached: true,
    ...(stray.success ? { strayRef: stray.data } : {}),
  };
}

/** Ends an activation at the agent. Resolves on SUCCESS only; throws AgentFault otherwise. */
export async function finishActivation(
  agent: Agent,
  supplierRef: AgentReference,
  outcome: FinishOutcome,
  exchange = new Exchange(),
): Promise<void> {
  const question = {
    action: "FINISH_ACTIVATION" as const,
    activationId: supplierRef,
    status: outcome,
  };
  const bounds = { timeoutMs: limits.finishMs, body: SHORT_LIMITS };
  const answer = await callAgent(agent, question, bounds, exchange);
  const status = (answer as { status?: unknown } | null)?.status;
  if (status === "SUCCESS") return;
  const reason = Refused.safeParse(answer).success ? "refused" : "wrong-shape";
  const detail = JSON.stringify(status ?? null).slice(0, 80);
  throw new AgentFault(`FINISH_ACTIVATION: ${exchange.refuse(reason, detail)}`);
}

/** Takes down that an answer is not one of the protocol's, or says ERROR; answers it in a few words. */
function refuse(exchange: Exchange, error: z.ZodError, answer: ExactJson): string {
  const refused = Refused.safeParse(answer);
  if (refused.success) return exchange.refuse("refused", `ERROR ${refused.data.error ?? ""}`);
  const [issue] = error.issues;
  const place = issue?.path.join(".") || "its root";
  return exchange.refuse("wrong-shape", `wrong answer at ${place}: ${issue?.message ?? "unknown"}`);
}
