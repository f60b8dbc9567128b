import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { z } from "zod";
import type { Books, ServedStandIns } from "#app/_processes/pay-stand-ins/books.ts";
import { notify } from "#app/_processes/pay-stand-ins/notifier.ts";
import { missingPage, pagePolicy, paymentPage, walletPage } from "#app/_processes/pay-stand-ins/pages.ts";
import type { Health } from "#lib/api/health.ts";
import { sendPlainPage } from "#lib/http/plain-page.ts";
import { log } from "#lib/log.ts";
import { readLimitedBody } from "#lib/net/limited-body.ts";
import { payActions, type StandInAnswer, type StandInRequest } from "#lib/payment-stand-ins/stand-in.ts";

const BODY_LIMITS = { packedBytes: 64 * 1024, unpackedBytes: 64 * 1024 };
/** What people see is below this; the front door passes nothing else on. */
export const PAGES = "/pay-stand-ins";
const PAGE = new RegExp(`^${PAGES}/([\\w-]{1,40})/([\\w:-]{1,120})$`);
const API = /^\/([\w-]{1,40})(\/.*)$/;

export type StandInsOptions = {
  standIns: ServedStandIns;
  books: Books;
  /** Where a provider's notices go when an order does not say it. */
  webhookOf: (provider: string) => string;
  /** The address that the wallet offers. */
  address: string;
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
  for (const standIn of options.standIns.providers.values()) standIn.expireOverdue();
  const body = request.method === "POST" ? await readLimitedBody(request, null, BODY_LIMITS) : "";
  const call: StandInRequest = {
    method: request.method ?? "GET",
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
  };
  const answer = answerTo(options, call);
  if (call.method === "POST") options.books.save();
  if ("body" in answer) sendApi(response, answer);
  else sendPage(response, answer);
}

/** A page, or where the person goes next. */
type Page = { readonly status: number; readonly html: string } | { readonly location: string };

const MISSING: Page = { status: 404, html: missingPage() };

function answerTo(options: StandInsOptions, call: StandInRequest): Page | StandInAnswer {
  const [, provider, id] = PAGE.exec(call.path) ?? [];
  if (provider !== undefined && id !== undefined) return paymentAnswer(options, { provider, id }, call);
  if (call.path === `${PAGES}/tron`) return walletAnswer(options, call);
  const [, api = "", path = ""] = API.exec(call.path) ?? [];
  const { providers, tron } = options.standIns;
  const standIn = api === "tron" ? tron : providers.get(api);
  return standIn?.respond({ ...call, path }) ?? MISSING;
}

function paymentAnswer(
  { standIns, webhookOf }: StandInsOptions,
  { provider, id }: { provider: string; id: string },
  call: StandInRequest,
): Page {
  const standIn = standIns.providers.get(provider);
  const payment = standIn?.payments.get(id);
  if (!standIn || !payment) return MISSING;
  const html = paymentPage(standIn.title, payment);
  if (call.method !== "POST") return { status: 200, html };
  const action = z.enum(payActions).safeParse(new URLSearchParams(call.body).get("action"));
  if (!action.success) return { status: 400, html };
  if (standIn.pay(payment, action.data))
    notify(payment.notifyUrl || webhookOf(provider), () => standIn.notice(payment));
  return { location: payment.returnUrl };
}

function walletAnswer({ standIns, address: offered }: StandInsOptions, call: StandInRequest): Page {
  const given = new URLSearchParams(call.method === "POST" ? call.body : call.query.toString());
  const address = given.get("address") ?? offered;
  const amount = (given.get("amount") ?? "").trim().replace(",", ".");
  const page = { address, amount, transfer: null, problem: "" };
  if (call.method !== "POST") return { status: 200, html: walletPage(page) };
  const action = z.enum(payActions).safeParse(given.get("action"));
  const asked = microOf(amount);
  if (!action.success || asked === null) {
    return { status: 400, html: walletPage({ ...page, problem: "Give an amount such as 12.345678" }) };
  }
  const transfer = standIns.tron.sendFromWallet(address.trim(), asked, action.data);
  return { status: 200, html: walletPage({ ...page, transfer }) };
}

function microOf(amount: string): bigint | null {
  const [, whole, part = ""] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(amount) ?? [];
  return whole === undefined ? null : BigInt(whole + part.padEnd(6, "0"));
}

function sendApi(response: ServerResponse, { status, body }: StandInAnswer): void {
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
  sendPlainPage(response, { status: page.status, body: page.html, policy: pagePolicy });
}
