import type { IncomingMessage, ServerResponse } from "node:http";
import { readJson } from "#lib/json/bounded-json.ts";
import { log } from "#lib/log.ts";

const LIMIT_BYTES = 16_384;
const BOUNDS = { maxDepth: 6, maxValues: 500 };
const LINES_PER_MINUTE = 30;

let linesLeft = LINES_PER_MINUTE;
setInterval(() => {
  linesLeft = LINES_PER_MINUTE;
}, 60_000).unref();

/** Takes a browser's report of something the policy stopped; anybody can send one, so few are logged and little of each. */
export async function receiveCspReport(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") {
    response.writeHead(405, { Allow: "POST", "Content-Length": 0 });
    response.end();
    return;
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LIMIT_BYTES) chunks.push(chunk);
  }
  response.writeHead(204);
  response.end();
  if (linesLeft <= 0 || size > LIMIT_BYTES) return;
  linesLeft -= 1;
  for (const report of readReports(Buffer.concat(chunks).toString("utf8")).slice(0, 5))
    log.warn(report, "content policy report");
}

type Report = { directive: string; blocked: string; page: string };

function readReports(body: string): Report[] {
  try {
    const parsed = readJson(body, BOUNDS);
    return (Array.isArray(parsed) ? parsed : [parsed]).map(
      (entry: Record<string, Record<string, unknown>>) => {
        const report = entry["csp-report"] ?? entry.body ?? {};
        return {
          directive: short(
            report["effective-directive"] ?? report.effectiveDirective ?? report["violated-directive"],
          ),
          blocked: short(report["blocked-uri"] ?? report.blockedURL),
          page: short(report["document-uri"] ?? report.documentURL),
        };
      },
    );
  } catch {
    return [];
  }
}

/** Addresses without their query, which may hold tokens. */
function short(value: unknown): string {
  return typeof value === "string" ? (value.split(/[?#]/, 1)[0] ?? "").slice(0, 200) : "";
}
