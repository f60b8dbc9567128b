import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { CSP_REPORT_PATH } from "#lib/api/front-door/policies.ts";
import { env } from "#lib/env.ts";
import { escapeHtml } from "#lib/http/escape-html.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { localizedPath, splitLocale } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

const STYLE = `
:root{color-scheme:light dark;--bg:#fafaf9;--text:#1c1917;--muted:#57534e;--line:#e7e5e4;--link:#0f766e}
@media(prefers-color-scheme:dark){:root{--bg:#0c0a09;--text:#f5f5f4;--muted:#a8a29e;--line:#292524;--link:#5eead4}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);color:var(--text);
font:16px/1.5 Inter,system-ui,sans-serif}
main{max-width:26rem;margin:1rem;padding:2rem;border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 .5rem;font-size:1.5rem}p{margin:0 0 1rem}a{color:var(--link)}
small{color:var(--muted);overflow-wrap:anywhere}`;

const STYLE_SOURCE = `'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`;
const PAGE_POLICY = `default-src 'none'; style-src ${STYLE_SOURCE}; base-uri 'none'; frame-ancestors 'none'; report-uri ${CSP_REPORT_PATH}`;

/** Which sentence (`api.errors.*`) a status of the front door itself shows. */
const MESSAGE_KEYS: Readonly<Record<number, string>> = {
  400: "api.errors.validation",
  404: "api.errors.notFound",
  405: "api.errors.methodNotAllowed",
  413: "api.errors.payloadTooLarge",
  429: "api.errors.tooManyRequests",
  500: "api.errors.serverError",
  502: "api.errors.unavailable",
  503: "api.errors.unavailable",
};

export type FrontRefusal = {
  status: number;
  code: string;
  requestId: string;
  headers?: Record<string, string>;
};

function refusalHtml(locale: Locale, refusal: FrontRefusal): string {
  const message = escapeHtml(
    translateMessage(locale, MESSAGE_KEYS[refusal.status] ?? "api.errors.serverError"),
  );
  // A page that is away for a moment looks again by itself.
  const again =
    refusal.status >= 502 || refusal.status === 429 ? '<meta http-equiv="refresh" content="4">' : "";
  return `<!doctype html><html lang="${localeFacts[locale].tag}"><head><meta charset="utf-8">${again}
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${message}</title><style>${STYLE}</style></head>
<body><main><h1>${refusal.status}</h1><p>${message}</p><p><a href="${localizedPath(locale, "/")}">${escapeHtml(env.BRAND_NAME)}</a></p>
<small>${escapeHtml(refusal.requestId)}</small></main></body></html>`;
}

/**
 * An answer of the front door's own: a page for people, the API's error body for programs.
 * A 502 or 503 asks to come back in a few seconds.
 */
export function sendRefusal(request: IncomingMessage, response: ServerResponse, refusal: FrontRefusal): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (!request.complete) leaveBodyBehind(request, response);
  const path = request.url ?? "/";
  const isData =
    /^\/(?:api|stubs)(?:[/?]|$)/.test(path) || !String(request.headers.accept ?? "").includes("text/html");
  const locale = splitLocale(path.split("?", 1)[0] ?? "/").locale;
  const message = translateMessage(locale, MESSAGE_KEYS[refusal.status] ?? "api.errors.serverError");
  const body = isData
    ? JSON.stringify({ message, error: { code: refusal.code, message, requestId: refusal.requestId } })
    : refusalHtml(locale, refusal);
  response.writeHead(refusal.status, {
    "Content-Type": isData ? "application/json; charset=utf-8" : "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    ...(isData ? {} : { "Content-Security-Policy": PAGE_POLICY }),
    ...(refusal.status >= 502 ? { "Retry-After": "2" } : {}),
    ...refusal.headers,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** A refused body is read and forgotten for a moment, so that the refusal reaches the sender; then the line is cut. */
function leaveBodyBehind(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Connection", "close");
  request.resume();
  const timer = setTimeout(() => request.destroy(), 2_000);
  request.once("close", () => clearTimeout(timer));
}
