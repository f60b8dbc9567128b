import type { AccessLog } from "#lib/log.ts";

/** Query parameters that are logged as they are; of all others only the name is. */
const SPEAKING_PARAMETERS = new Set([
  "action",
  "country",
  "fields",
  "from",
  "goback",
  "lang",
  "maxPrice",
  "operator",
  "page",
  "per-page",
  "service",
  "service_external_id",
  "sort",
  "status",
  "wholesale",
]);

const REMOVED = "[removed]";

/** A request target fit for the log: no keys, tokens, addresses or search texts; long random segments go too. */
function loggedTarget(target: string): string {
  const mark = target.indexOf("?");
  const path = (mark < 0 ? target : target.slice(0, mark))
    .slice(0, 300)
    .replaceAll(/\/[\w~-]{24,}(?=\/|$)/g, `/${REMOVED}`);
  const hidden = path.replace(/\/(confirm|bot-link|telegram-links)\/[^/]+/, `/$1/${REMOVED}`);
  if (mark < 0) return hidden;
  const parameters: string[] = [];
  for (const [name, value] of pairsOf(target.slice(mark + 1, mark + 1_000))) {
    const isSafe = SPEAKING_PARAMETERS.has(name) && /^[\w.,-]{0,40}$/.test(value);
    parameters.push(
      isSafe ? `${name}=${value}` : `${name.replaceAll(/[^\w.-]/g, "").slice(0, 40)}=${REMOVED}`,
    );
  }
  return `${hidden}?${parameters.join("&")}`;
}

/** Names and values of a query; the usual plain ones without the cost of decoding. */
function pairsOf(query: string): Iterable<[string, string]> {
  if (!/^[\w.,=&-]*$/.test(query)) return new URLSearchParams(query);
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => {
      const at = pair.indexOf("=");
      return at < 0 ? [pair, ""] : [pair.slice(0, at), pair.slice(at + 1)];
    });
}

export type AccessLine = {
  requestId: string;
  method: string;
  route: string;
  target: string;
  /** 499 when the visitor left before the answer was written. */
  status: number;
  durationMs: number;
  ip: string;
  actorId: number | null;
  code: string | null;
  /** Why, where a code has several reasons. */
  reason: string | null;
  cache: string | null;
};

/** The one line of a request. */
export function writeAccessLine(log: AccessLog, line: AccessLine): void {
  log.info({
    requestId: line.requestId,
    method: line.method,
    route: line.route,
    target: loggedTarget(line.target),
    status: line.status,
    ms: Math.round(line.durationMs * 10) / 10,
    ip: line.ip,
    ...(line.actorId === null ? {} : { actorId: line.actorId }),
    ...(line.code === null ? {} : { code: line.code }),
    ...(line.reason === null ? {} : { reason: line.reason }),
    ...(line.cache === null ? {} : { cache: line.cache }),
  });
}
