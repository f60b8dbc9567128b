import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { z } from "zod";
import type { ApiAnswer, ApiCall, StandIn, StandInContext } from "#app/_processes/pay-stand-ins/call.ts";
import { notify } from "#app/_processes/pay-stand-ins/notifier.ts";
import { missingPage, pagePolicy, paymentPage, walletPage } from "#app/_processes/pay-stand-ins/pages.ts";
import { type Provider, payActions, providers } from "#app/_processes/pay-stand-ins/store.ts";
import { answerTron } from "#app/_processes/pay-stand-ins/tron.ts";
import type { Health } from "#lib/api/health.ts";
import { log } from "#lib/log.ts";
import { readLimitedBody } from "#lib/net/limited-body.ts";

const BODY_LIMITS = { packedBytes: 64 * 1024, unpackedBytes: 64 * 1024 };
/** What people see is below this; the front door passes nothing else on. */
export const PAGES = "/pay-stand-ins";
const PAGE = new RegExp(`^${PAGES}/(${providers.join("|")})/([\\w-]{1,80})$`);
const API = new RegExp(`^/(${providers.join("|")}|tron)(/.*)$`);

export type StandInsOptions = {
  ground: StandInContext;
  standIns: Record<Provider, StandIn>;
  /** The token that counts on the simulated chain, and the address the wallet offers. */
  tether: { contract: string; address: string };
  health: Health;
};

/** The providers' APIs (`/nowpayments/...`, private) and their pages (`/pay-stand-ins/...`). */
export function createStandInsServer(options: StandInsOptions): Server {
  return createServer((request, response) => {
    if (options.health.handle(request, response)) return;
    serve(options, request, response).catch((error: unknown) => {
      log.warn({ error: (error as Error).message }, "request failed");
      if (response.headersSent) response.destroy();
      else sendApi(response, { status: 400, body: { error: "bad request" } });
    });
  });
}

async function serve(
  options: StandInsOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://stand-ins");
  options.ground.store.turn();
  const body = request.method === "POST" ? await readLimitedBody(request, null, BODY_LIMITS) : "";
  const call: ApiCall = {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
  };
  const [, provider, id] = PAGE.exec(call.path) ?? [];
  if (provider !== undefined && id !== undefined) {
    return sendPage(response, paymentAnswer(options, { provider: provider as Provider, id }, call));
  }
  if (call.path === `${PAGES}/tron`) return sendPage(response, walletAnswer(options, call));
  const [, api, path] = API.exec(call.path) ?? [];
  if (api === undefined || path === undefined)
    return sendPage(response, { status: 404, html: missingPage() });
  const inner = { ...call, path };
  const { ground, standIns, tether } = options;
  const answer =
    api === "tron"
      ? answerTron(ground, inner, tether.contract)
      : standIns[api as Provider].answer(ground, inner);
  sendApi(response, answer ?? { status: 404, body: { message: "not found" } });
}

/** A page, or where the person goes next. */
type Page = { readonly status: number; readonly html: string } | { readonly location: string };

type PageId = { readonly provider: Provider; readonly id: string };

function paymentAnswer({ ground, standIns }: StandInsOptions, { provider, id }: PageId, call: ApiCall): Page {
  const payment = ground.store.find(provider, id);
  if (!payment) return { status: 404, html: missingPage() };
  if (call.method !== "POST") return { status: 200, html: paymentPage(payment) };
  const action = z.enum(payActions).safeParse(new URLSearchParams(call.body).get("action"));
  if (!action.success) return { status: 400, html: paymentPage(payment) };
  if (ground.store.pay(payment, action.data)) {
    notify(payment.notifyUrl, () => standIns[provider].notice(ground, payment));
  }
  return { location: payment.returnUrl };
}

const MICRO = 1_000_000n;

function walletAnswer({ ground, tether }: StandInsOptions, call: ApiCall): Page {
  const given = new URLSearchParams(call.method === "POST" ? call.body : call.query.toString());
  const address = given.get("address") ?? tether.address;
  const amount = (given.get("amount") ?? "").trim().replace(",", ".");
  const page = { address, amount, transfer: null, problem: "" };
  if (call.method !== "POST") return { status: 200, html: walletPage(page) };
  const action = z.enum(payActions).safeParse(given.get("action"));
  const asked = microOf(amount);
  if (!action.success || asked === null) {
    return { status: 400, html: walletPage({ ...page, problem: "Give an amount such as 12.345678" }) };
  }
  const apart = action.data === "less" ? -MICRO : action.data === "more" ? MICRO : 0n;
  const transfer = ground.store.send(address.trim(), asked + apart, action.data === "late");
  return { status: 200, html: walletPage({ ...page, transfer }) };
}

function microOf(amount: string): bigint | null {
  const [, whole, part = ""] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  return whole === undefined ? null : BigInt(whole + part.padEnd(6, "0"));
}

function sendApi(response: ServerResponse, { status, body }: ApiAnswer): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function sendPage(response: ServerResponse, page: Page): void {
  if ("location" in page) {
    response.writeHead(303, { location: page.location, "cache-control": "no-store" }).end();
    return;
  }
  const { status, html } = page;
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(html),
    "cache-control": "no-store",
    "content-security-policy": pagePolicy,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  response.end(response.req.method === "HEAD" ? undefined : html);
}
