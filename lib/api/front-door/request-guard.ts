import type { IncomingMessage } from "node:http";

/** Names (or beginnings, with `*`) of headers that only our own machinery may set; a visitor's are dropped. */
const INTERNAL_HEADERS = [
  "x-middleware-*",
  "x-nextjs-*",
  "x-next-*",
  "x-invoke-*",
  "x-sms-den-*",
  "x-matched-path",
  "x-now-route-matches",
  "x-vercel-*",
  "x-original-url",
  "x-rewrite-url",
  "x-http-method-override",
  "x-forwarded-*",
  "x-real-ip",
  "forwarded",
  "x-request-id",
  "x-invocation-id",
] as const;

const EXACT = new Set<string>(INTERNAL_HEADERS.filter((name) => !name.endsWith("*")));
const BEGINNINGS = INTERNAL_HEADERS.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));

/** True for headers that steer Next, proxies or this door, and that a visitor has no business sending. */
export function isInternalHeader(lowerName: string): boolean {
  if (lowerName[0] !== "x" && lowerName[0] !== "f") return false;
  return EXACT.has(lowerName) || BEGINNINGS.some((beginning) => lowerName.startsWith(beginning));
}

/** The raw header list (name, value, name, value ...) without the internal ones; the same array if none was there. */
export function withoutInternalHeaders(rawHeaders: string[]): string[] {
  let kept: string[] | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    const isInternal = isInternalHeader(name.toLowerCase());
    if (isInternal) kept ??= rawHeaders.slice(0, index);
    else kept?.push(name, rawHeaders[index + 1]!);
  }
  return kept ?? rawHeaders;
}

/** After this the request looks as if the visitor had never sent them, to Hono as well. */
export function stripInternalHeaders(request: IncomingMessage): void {
  const kept = withoutInternalHeaders(request.rawHeaders);
  if (kept === request.rawHeaders) return;
  request.rawHeaders = kept;
  for (const name of Object.keys(request.headers)) if (isInternalHeader(name)) delete request.headers[name];
}

export type Refusal = { readonly status: 400 | 404 | 405 | 413; readonly code: string };

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

const BAD_REQUEST: Refusal = { status: 400, code: "BAD_REQUEST" };
const NOT_FOUND: Refusal = { status: 404, code: "NOT_FOUND" };
const METHOD_NOT_ALLOWED: Refusal = { status: 405, code: "METHOD_NOT_ALLOWED" };
const PAYLOAD_TOO_LARGE: Refusal = { status: 413, code: "PAYLOAD_TOO_LARGE" };

/**
 * Request lines and headers that are refused before anybody looks further. `bodyLimitBytes` caps declared bodies; `hasActions` is said of
 * the content desk, whose forms are Server Actions.
 */
export function refusalOf(
  request: IncomingMessage,
  bodyLimitBytes: number,
  hasActions = false,
): Refusal | null {
  if (!METHODS.has(request.method ?? "")) return METHOD_NOT_ALLOWED;
  const target = request.url ?? "";
  // Absolute form (`GET http://other/x`) and `*` are for proxies; this is none.
  if (target.charCodeAt(0) !== 47) return BAD_REQUEST;
  if (namesTwoHosts(request.rawHeaders)) return BAD_REQUEST;
  const { headers } = request;
  const length = headers["content-length"];
  if (length !== undefined && Number(length) > bodyLimitBytes) return PAYLOAD_TOO_LARGE;
  // Pages of the product have no Server Actions: there their header only ever comes from probes.
  if (headers["next-action"] !== undefined && !hasActions) return NOT_FOUND;
  return null;
}

/** Node keeps the first Host and drops the others; a proxy before us may have gone by another one. */
function namesTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** Whether a path is this one, or lies below it. */
export function isBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === "/");
}

/** Splits a request target into path and query (without `?`). */
export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf("?");
  return mark < 0
    ? { path: target, query: "" }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Nothing but unreserved and harmless characters, no empty, `.` or `..` segment: the common case. */
const PLAIN_PATH = /^(?:\/|(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~!$&'()*+,;=:@-]+)+\/?)$/;
const FLIGHT_PATH = /\.rsc$|\.segments(?:\/|$)/i;
const UNRESERVED_ESCAPE = /%(2[dDeE]|3[0-9]|4[1-9a-fA-F]|5[0-9aAfF]|6[1-9a-fA-F]|7[0-9aAeE])/g;

export type PathVerdict = { kind: "plain" } | { kind: "redirect"; to: string } | { kind: "none" };

/**
 * One spelling per page, so that no matcher behind the door can disagree with the router: doubled slashes and
 * escaped letters redirect to the plain spelling; dot segments, escaped slashes, backslashes and control
 * characters are the address of nothing.
 */
export function judgePath(path: string): PathVerdict {
  // The renderer's second spelling of flight data; its own router asks by header, only probes ask like this.
  if (FLIGHT_PATH.test(path)) return { kind: "none" };
  if (PLAIN_PATH.test(path)) return { kind: "plain" };
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return { kind: "none" };
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f\\]/.test(decoded) || /%2f|%5c/i.test(path)) return { kind: "none" };
  if (decoded.split("/").some((segment) => segment === "." || segment === "..")) return { kind: "none" };
  const canonical = path
    .replaceAll(UNRESERVED_ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\/{2,}/g, "/");
  if (canonical !== path) return { kind: "redirect", to: canonical };
  return { kind: "plain" };
}
