import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import type { Bank, Status } from "#app/_processes/simulator/bank.ts";
import { rest } from "#app/_processes/simulator/deliveries.ts";
import { drawMishap } from "#app/_processes/simulator/fortune.ts";
import { countryWord, type Offer } from "#app/_processes/simulator/plan.ts";
import { SANDBOX_SERVICE } from "#features/supply/self-test/self-test.rules.ts";
import { nowMs } from "#lib/clock.ts";

const gzipAsync = promisify(gzip);
const gunzipAsync = promisify(gunzip);
const BODY_LIMIT = 65_536;
const SLOW_MS = [3_300, 6_500] as const;

const GetNumber = z.object({
  action: z.literal("GET_NUMBER"),
  country: z.string(),
  service: z.string(),
  operator: z.string(),
  sum: z.number().nonnegative(),
  currency: z.union([z.literal(643), z.literal(840)]),
  exceptionPhoneSet: z.array(z.string()).optional(),
  clientId: z.string().optional(),
});
const Finish = z.object({
  action: z.literal("FINISH_ACTIVATION"),
  activationId: z.number().int(),
  status: z.union([z.literal(1), z.literal(3), z.literal(4), z.literal(5)]),
});

type Answer = Record<string, unknown> | "cut";

/** The agent's side of the protocol: what the platform calls. */
export class AgentServer {
  readonly #bank: Bank;
  readonly #key: string;
  readonly #countries: ReadonlyMap<string, string>;
  #calls = 0;

  constructor(bank: Bank, key: string) {
    this.#bank = bank;
    this.#key = key;
    const { profile, offers } = bank.settings;
    this.#countries = new Map(offers.map(({ country }) => [countryWord(profile, country), country.slug]));
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = request.method === "POST" ? await readBody(request) : null;
    if (!body)
      return send(request, response, 400, { status: "ERROR", error: "POST with a JSON body, please" });
    if (body.key !== this.#key) return send(request, response, 401, { status: "ERROR", error: "wrong key" });
    const answer = await this.#answer(body);
    if (answer === "cut") response.destroy();
    else await send(request, response, 200, answer);
  }

  async #answer(body: Record<string, unknown>): Promise<Answer> {
    if (body.action === "GET_SERVICES") return this.#listServices();
    if (body.action === "GET_NUMBER") return this.#giveNumber(body);
    if (body.action === "FINISH_ACTIVATION") return this.#finish(body);
    return { status: "ERROR", error: "unknown action" };
  }

  #listServices(): Answer {
    const { offers, profile } = this.#bank.settings;
    const byCountry = Map.groupBy(offers, ({ country }) => countryWord(profile, country));
    const countryList = [...byCountry].map(([country, countryOffers]) => ({
      country,
      operatorMap: Object.fromEntries(countryOffers.map((offer) => [offer.operator, this.#countAll(offer)])),
    }));
    return { status: "SUCCESS", countryList };
  }

  #countAll(offer: Offer): Record<string, number> {
    const codes = offer.services.map(({ code }) => code);
    if (this.#bank.hasSandbox(offer)) codes.push(SANDBOX_SERVICE);
    return Object.fromEntries(codes.map((code) => [code, this.#bank.countFree(offer, code)]));
  }

  async #giveNumber(body: Record<string, unknown>): Promise<Answer> {
    const parsed = GetNumber.safeParse(body);
    if (!parsed.success) return { status: "ERROR", error: z.prettifyError(parsed.error) };
    const { seed, behaviour, speed } = this.#bank.settings;
    this.#calls += 1;
    const isSandbox = parsed.data.service === SANDBOX_SERVICE;
    const mishap = isSandbox ? "none" : drawMishap(behaviour, seed, nowMs() + this.#calls);
    if (mishap === "error") return { status: "ERROR", error: "temporary failure" };
    if (mishap === "empty") return { status: "NO_NUMBERS" };
    const { country, service, operator, exceptionPhoneSet: except = [], clientId } = parsed.data;
    const slug = this.#countries.get(country) ?? country;
    const known = this.#bank.settings.profile.honoursClientId ? (clientId ?? null) : null;
    const activation = this.#bank.lend({ country: slug, service, operator, except, clientId: known });
    if (mishap === "cut") return "cut";
    if (mishap === "slow") await rest(SLOW_MS[0] + (this.#calls % 10) * 320, AbortSignal.timeout(SLOW_MS[1]));
    else await rest((30 + (this.#calls % 7) * 25) / speed, AbortSignal.timeout(1_000));
    if (!activation) return { status: "NO_NUMBERS" };
    return { status: "SUCCESS", number: activation.number, activationId: activation.id };
  }

  #finish(body: Record<string, unknown>): Answer {
    const parsed = Finish.safeParse(body);
    if (!parsed.success) return { status: "ERROR", error: z.prettifyError(parsed.error) };
    const isKnown = this.#bank.finish(parsed.data.activationId, parsed.data.status as Status);
    return isKnown ? { status: "SUCCESS" } : { status: "ERROR", error: "unknown activation" };
  }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | null> {
  try {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > BODY_LIMIT) return null;
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const packed = request.headers["content-encoding"] === "gzip";
    const text = packed ? await gunzipAsync(bytes, { maxOutputLength: BODY_LIMIT }) : bytes;
    const parsed: unknown = JSON.parse(text.toString("utf8"));
    return parsed !== null && typeof parsed === "object" ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: Record<string, unknown>,
) {
  const takesGzip = String(request.headers["accept-encoding"] ?? "").includes("gzip");
  const text = JSON.stringify(body);
  const packed = takesGzip ? await gzipAsync(text) : Buffer.from(text);
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": packed.length,
    ...(takesGzip ? { "content-encoding": "gzip" } : {}),
  });
  response.end(packed);
}
