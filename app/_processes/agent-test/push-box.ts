import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { mustRepeat, type SeenCall } from "#features/supply/self-test/self-test.rules.ts";
import { PushSms, TakenSms } from "#features/supply/supply.contract.ts";
import { nowMs } from "#lib/clock.ts";
import { type ExactJson, parseExactJson } from "#lib/json/exact-json.ts";

const gunzipAsync = promisify(gunzip);
const PATHS = new Set(["/api/partner/sms", "/agent/api/sms"]);
const BODY_BYTES = 131_072;

export type PushBox = {
  readonly port: number;
  readonly seen: readonly SeenCall[];
  readonly close: () => Promise<void>;
};

/**
 * Where an agent under test pushes its SMS: answers as the site does, the first SMS of a lent number with an error, so that a repeat of it
 * can be seen. `isLent` says whether a number was lent to the test.
 */
export async function openPushBox(
  key: string,
  isLent: (phone: number) => boolean,
  where: { host: string; port: number },
): Promise<PushBox> {
  const seen: SeenCall[] = [];
  const server = createServer((request, response) => void take(request, response));

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!PATHS.has(request.url ?? "")) return answer(response, 404, "REQUEST_NOT_FOUND");
    const members = await readMembers(request).catch(() => null);
    const call = {
      ...{ action: "PUSH_SMS", atMs: nowMs(), phone: null, smsId: null, detail: null },
      hasUserAgent: Boolean(request.headers["user-agent"]?.trim()),
      isExact: PushSms.safeParse(members).success,
    };
    const refuse = (status: number, error: string, detail: string | null = null) => {
      seen.push({ ...call, error, detail });
      answer(response, status, error);
    };
    if (members?.key !== key) return refuse(401, "ERROR_WRONG_KEY");
    if (!call.hasUserAgent) return refuse(400, "ERROR_NO_USER_AGENT");
    const sms = TakenSms.safeParse(members);
    if (!sms.success) return refuse(400, "BAD_REQUEST", sms.error.issues[0]?.path.join(".") ?? null);
    const { phone, smsId } = sms.data;
    // An SMS of a number that is not the test's: the site takes those as well.
    if (!isLent(phone)) return answer(response, 200, null);
    const error = mustRepeat(seen) ? "SERVER_ERROR" : null;
    seen.push({ ...call, phone, smsId: String(smsId), error });
    answer(response, error === null ? 200 : 503, error);
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(where.port, where.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function readMembers(request: IncomingMessage): Promise<{ [member: string]: ExactJson }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_BYTES) throw new Error("too large");
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const isPacked = request.headers["content-encoding"] === "gzip";
  const text = isPacked ? await gunzipAsync(bytes, { maxOutputLength: BODY_BYTES }) : bytes;
  return parseExactJson(text.toString("utf8"), { maxDepth: 5 }) as { [member: string]: ExactJson };
}

function answer(response: ServerResponse, status: number, error: string | null): void {
  const body = error === null ? { status: "SUCCESS" } : { status: "ERROR", error };
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
