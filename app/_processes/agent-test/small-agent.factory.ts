import type { IncomingMessage } from "node:http";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { SANDBOX_SERVICE } from "#features/supply/self-test/self-test.rules.ts";

/** Which rule of the protocol a small agent breaks. */
export type Breach =
  | "none"
  | "no sandbox"
  | "unknown country"
  | "counts as text"
  | "number as text"
  | "number without country"
  | "late"
  | "none there"
  | "overclaims"
  | "same number"
  | "finish once"
  | "finish refused"
  | "ends by itself"
  | "ignores prefixes"
  | "uses numbers up"
  | "no gzip"
  | "no sms"
  | "never repeats"
  | "repeats under another id"
  | "repeats after SUCCESS"
  | "no User-Agent"
  | "sms as text"
  | "html";

export type SmallAgent = {
  readonly url: string;
  /** Where it pushes to; known once the tests listen. */
  pushTo: string;
  /** Activations that nobody ended. */
  readonly open: () => number;
  readonly close: () => Promise<void>;
};

const REPEAT_MS = 60;
const NUMBERS = [6281234500001, 6281355500002, 6285766600003];

/** An agent of a few lines that keeps the protocol, but for one rule. */
export async function openSmallAgent(key: string, breach: Breach): Promise<SmallAgent> {
  let serial = 1_000;
  let pushes = 0;
  const open = new Map<number, number>();
  const ended = new Set<number>();
  const usedUp = new Set<number>();
  const agent = { pushTo: "" };
  const stopping = new AbortController();

  async function answer(body: Record<string, unknown>): Promise<object> {
    if (body.action === "GET_SERVICES") return services();
    if (body.action === "GET_NUMBER") return giveNumber(body);
    return finish(Number(body.activationId));
  }

  function services(): object {
    const count = breach === "overclaims" ? 5 : NUMBERS.length;
    const sandbox = { [SANDBOX_SERVICE]: breach === "counts as text" ? String(count) : count };
    return {
      status: "SUCCESS",
      countryList: [
        {
          country: breach === "unknown country" ? "atlantis" : "indonesia",
          operatorMap: { telkomsel: { tg: 3, ...(breach === "no sandbox" ? {} : sandbox) } },
        },
      ],
    };
  }

  async function giveNumber(body: Record<string, unknown>): Promise<object> {
    if (breach === "late") await pause(3_200);
    if (breach === "none there") return { status: "NO_NUMBERS" };
    const except = breach === "ignores prefixes" ? [] : ((body.exceptionPhoneSet as string[]) ?? []);
    const taken = new Set(breach === "same number" ? [] : open.values());
    const number = NUMBERS.find(
      (one) =>
        !taken.has(one) && !usedUp.has(one) && !except.some((prefix) => String(one).startsWith(prefix)),
    );
    if (number === undefined) return { status: "NO_NUMBERS" };
    const id = ++serial;
    open.set(id, number);
    const said = breach === "number without country" ? number % 1e10 : number;
    if (pushes === 0 && breach !== "no sms") void deliver(said).catch(() => undefined);
    pushes += 1;
    if (breach === "ends by itself") void pause(100).then(() => open.delete(id) && ended.add(id));
    return {
      status: "SUCCESS",
      number: breach === "number as text" ? String(said) : said,
      activationId: id,
    };
  }

  function finish(id: number): object {
    const isKnown =
      open.has(id) || (ended.has(id) && breach !== "finish once" && breach !== "ends by itself");
    if (!isKnown || breach === "finish refused") return { status: "ERROR", error: "no such activation" };
    if (breach === "uses numbers up") usedUp.add(open.get(id) ?? 0);
    open.delete(id);
    ended.add(id);
    return { status: "SUCCESS" };
  }

  async function deliver(number: number): Promise<void> {
    await pause(20);
    for (let smsId = 500; ; ) {
      const sms = { action: "PUSH_SMS", key, smsId, phone: number, phoneFrom: "Tester", text: "Code 12345" };
      const isTaken = await push(breach === "sms as text" ? { ...sms, phone: String(number) } : sms);
      if (isTaken && breach === "repeats after SUCCESS") await push(sms);
      if (isTaken || breach === "never repeats") return;
      if (breach === "repeats under another id") smsId += 1;
      await pause(REPEAT_MS, undefined, { signal: stopping.signal });
    }
  }

  async function push(sms: object): Promise<boolean> {
    const { request } = await import("undici");
    const { statusCode, body } = await request(agent.pushTo, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(breach === "no User-Agent" ? {} : { "user-agent": "SmallAgent/1" }),
      },
      body: JSON.stringify(sms),
      signal: stopping.signal,
    });
    const { status } = (await body.json()) as { status: string };
    return statusCode === 200 && status === "SUCCESS";
  }

  const server = createServer(async (request, response) => {
    if (breach === "html") return void response.writeHead(200).end("<html>It works</html>");
    const body = await readBody(request, breach !== "no gzip");
    if (body === null) return send(response, { status: "ERROR", error: "not JSON" });
    send(response, body.key === key ? await answer(body) : { status: "ERROR", error: "wrong key" });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(agent, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`,
    open: () => open.size,
    close: () => {
      stopping.abort();
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

async function readBody(request: IncomingMessage, unpacks: boolean): Promise<Record<string, unknown> | null> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const isPacked = request.headers["content-encoding"] === "gzip" && unpacks;
  try {
    return JSON.parse((isPacked ? gunzipSync(bytes) : bytes).toString("utf8")) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}
