import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type Dispatcher, request } from "undici";
import type { Exchange } from "#features/supply/health/exchange.gateway.ts";
import type { ExchangeAction, UnusableReason } from "#features/supply/health/unusable-answers.rules.ts";
import type { Dialect } from "#features/supply/supply.rules.ts";
import { env } from "#lib/env.ts";
import { type ExactJson, parseExactJson, stringifyExactJson } from "#lib/json/exact-json.ts";
import { checkOutboundUrl, guardedAgent } from "#lib/net/guarded-agent.ts";
import { BodyFault, type BodyLimits, readLimitedBody } from "#lib/net/limited-body.ts";

/** Where an agent is and how it is spoken to. `key` is in the clear; never log it. */
export type Agent = { readonly baseUrl: string; readonly key: string; readonly dialect: Dialect };

/** The supplier's server broke its protocol or could not be reached. The message may be shown. */
export class AgentFault extends Error {
  override name = "AgentFault";
  /** The request certainly did not reach the agent. */
  readonly neverSent: boolean;
  constructor(message: string, options: ErrorOptions & { neverSent?: boolean } = {}) {
    super(message, options);
    this.neverSent = options.neverSent ?? false;
  }
}

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
const userAgent = `SMSDen/1.0 (+${env.PUBLIC_URL})`;
const dispatcher = guardedAgent({ mayBePrivate: env.SUPPLIERS_MAY_BE_PRIVATE });

type AgentQuestion = { readonly action: ExchangeAction } & Readonly<Record<string, unknown>>;
export type CallLimits = { readonly timeoutMs: number; readonly body: BodyLimits };
type Sending = {
  readonly baseUrl: string;
  readonly key: string;
  /** What is asked, beside the key: for the exchange. */
  readonly question: object;
  readonly send: (url: URL, signal: AbortSignal) => Promise<Dispatcher.ResponseData>;
};

/** Asks an agent and reads its answer; `exchange` takes down both, and why an answer cannot be used. Throws AgentFault. */
export async function callAgent(
  agent: Agent,
  question: AgentQuestion,
  limits: CallLimits,
  exchange: Exchange,
): Promise<ExactJson> {
  const sent = stringifyExactJson({ ...question, key: agent.key });
  const send: Sending["send"] = (url, signal) => post(url, sent, agent.dialect, signal);
  const text = await callServer({ ...agent, question, send }, limits, exchange);
  try {
    return parseExactJson(text, { maxDepth: 6 });
  } catch (error) {
    throw new AgentFault(exchange.refuse("not-json", (error as Error).message), { cause: error });
  }
}

/** Asks a server that a stranger named, within limits, and reads its answer as text. Throws AgentFault. */
export async function callServer(
  { baseUrl, key, question, send }: Sending,
  limits: CallLimits,
  exchange: Exchange,
): Promise<string> {
  const signal = AbortSignal.timeout(limits.timeoutMs);
  exchange.begin(key, question);
  try {
    const response = await send(checkOutboundUrl(baseUrl, env.SUPPLIERS_MAY_BE_PRIVATE), signal);
    exchange.answered(response.statusCode, response.headers);
    if (response.statusCode >= 300) throw httpFault(response, exchange);
    return await readBody(response, limits.body, exchange);
  } catch (error) {
    if (error instanceof AgentFault) throw error;
    const { code, message } = error as { code?: string; message: string };
    const detail = signal.aborted ? `no answer within ${limits.timeoutMs} ms` : (code ?? message);
    throw new AgentFault(exchange.refuse(reasonOf(error, signal.aborted), detail), {
      cause: error,
      neverSent: NEVER_SENT.has(code ?? ""),
    });
  }
}

/** One question by GET, its parameters in the address. A redirect is not followed. */
export function sendGet(url: URL, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  return request(url, {
    method: "GET",
    dispatcher,
    signal,
    headers: { accept: "*/*", "accept-encoding": "gzip", "user-agent": userAgent },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

async function readBody(
  { headers, body }: Dispatcher.ResponseData,
  limits: BodyLimits,
  exchange: Exchange,
): Promise<string> {
  const encoding = headers["content-encoding"];
  try {
    return await readLimitedBody(
      exchange.listen(body),
      Array.isArray(encoding) ? encoding.join() : encoding,
      limits,
    );
  } catch (error) {
    // Of such a body nothing was read yet.
    if (error instanceof BodyFault && error.reason === "unknown-encoding") exchange.readAside(body);
    throw error;
  }
}

function reasonOf(error: unknown, isLate: boolean): UnusableReason {
  const code = (error as { code?: string }).code ?? "";
  if (code === "FORBIDDEN_ADDRESS") return "forbidden-address";
  if (isLate) return "slow";
  if (error instanceof BodyFault) return error.reason === "too-large" ? "too-large" : "bad-encoding";
  return NEVER_SENT.has(code) ? "unreachable" : "hang-up";
}

/** A refusal of HTTP itself (no such path, no such key) means that nothing was done; 5xx means nothing for sure. */
function httpFault({ statusCode, body }: Dispatcher.ResponseData, exchange: Exchange): AgentFault {
  exchange.readAside(body);
  const reason = statusCode < 400 ? "redirect" : "http-status";
  return new AgentFault(exchange.refuse(reason, `HTTP ${statusCode}`), { neverSent: statusCode < 500 });
}

async function post(
  url: URL,
  text: string,
  dialect: Dialect,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const packed = dialect.gzipRequests ? await gzipAsync(text) : text;
  // Redirects are not followed: where an agent may be was decided when it was taken on.
  return request(url, {
    method: "POST",
    dispatcher,
    signal,
    headers: {
      // As SMSHub sends it: an agent that compares the whole type answers 415 to a charset, which JSON does not need.
      "content-type": "application/json",
      accept: "application/json",
      "accept-encoding": "gzip",
      "user-agent": userAgent,
      ...(dialect.gzipRequests ? { "content-encoding": "gzip" } : {}),
    },
    body: packed,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
