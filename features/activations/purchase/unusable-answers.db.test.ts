import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { db, owner } from "#features/activations/activations-writes.factory.ts";
import {
  answering,
  buyFromAgent,
  freshService,
  givenAgent,
  givenDeadOrder,
} from "#features/activations/purchase/agents.factory.ts";
import {
  listStuckOrders,
  resolveStuckOrder,
} from "#features/activations/purchase/supplier-fulfilment.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { listExchanges } from "#features/supply/health/figures.reads.ts";
import type { UnusableReason } from "#features/supply/health/unusable-answers.rules.ts";
import { unusableAnswersWritten } from "#features/supply/health/unusable-answers.writes.ts";
import { lateAnswersSettled } from "#features/supply/supply.gateway.ts";
import { givenServer, type Responder, sendJson } from "#lib/testing/http-server.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

const buyFrom = (baseUrl: string) => buyFromAgent({ baseUrl, serviceId: freshService() });
async function reasonsOf(supplierId: number): Promise<string[]> {
  await unusableAnswersWritten(db);
  return (await listExchanges(db, supplierId, { limit: 10 })).map(({ reason }) => reason);
}
const raw =
  (text: string | Buffer, headers: Record<string, string> = {}): Responder =>
  (_, response) =>
    void response.writeHead(200, headers).end(text);
const privateServer = await givenServer(answering({ status: "SUCCESS" }));

describe("a supplier that cannot be understood", () => {
  it.each<[string, Responder, UnusableReason]>([
    ["HTML", raw("<html>Welcome</html>"), "not-json"],
    ["10 MB", raw("x".repeat(10 << 20)), "too-large"],
    ["a gzip bomb", raw(gzipSync(Buffer.alloc(30 << 20)), { "content-encoding": "gzip" }), "too-large"],
    ["gzip that is none", raw("not gzip", { "content-encoding": "gzip" }), "bad-encoding"],
    [
      "a redirect to a private address",
      (_, response) => void response.writeHead(307, { location: privateServer.url }).end(),
      "redirect",
    ],
    [
      "half an answer",
      (_, response) => {
        response.writeHead(200, { "content-length": 100 });
        response.write('{"status":"SUCC', () => response.destroy());
      },
      "hang-up",
    ],
    ["HTTP 500 with a page", (_, response) => sendJson(response, "<h1>Oops</h1>", 500), "http-status"],
    ["a status of its own", raw('{"status":"MAYBE"}'), "wrong-shape"],
    ["ERROR", raw('{"status":"ERROR","error":"busy"}'), "refused"],
    [
      "a number of another country",
      raw('{"status":"SUCCESS","number":447700900123,"activationId":5}'),
      "wrong-number",
    ],
  ])("that answers %s costs the buyer nothing and shows in its health", async (_, respond, reason) => {
    const agent = await givenAgent(respond);
    const { supplierId, userId, buying } = await buyFrom(agent.url);
    await expect(buying).rejects.toMatchObject({ code: "NO_NUMBERS" });
    expect(await reasonsOf(supplierId)).toEqual([reason]);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
    expect(privateServer.requests).toEqual([]);
  });

  it("at an address that may not be called costs the buyer nothing and shows in its health", async () => {
    const { supplierId, userId, buying } = await buyFrom("http://user:word@127.0.0.1:9/");
    await expect(buying).rejects.toMatchObject({ code: "NO_NUMBERS" });
    expect(await reasonsOf(supplierId)).toEqual(["forbidden-address"]);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
  });

  it("that answers after 3 s costs the buyer nothing, and shows as slow", { timeout: 20_000 }, async () => {
    const late = answering({ status: "SUCCESS", number: 639_170_000_001, activationId: 6 });
    const agent = await givenAgent((...call) => void setTimeout(() => late(...call), 3_600));
    const { supplierId, userId, buying } = await buyFrom(agent.url);
    await expect(buying).rejects.toMatchObject({ code: "NO_NUMBERS" });
    await lateAnswersSettled();
    expect(await reasonsOf(supplierId)).toEqual(["slow"]);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
  });
});

it("a process killed between the answer and its record: the worker asks again, notes it, and the money goes back", async () => {
  const agent = await givenServer(raw("<html>"));
  const { supplierId, userId } = await givenDeadOrder({
    ...{ serviceId: freshService(), baseUrl: agent.url, honoursClientId: true },
  });
  expect(await reasonsOf(supplierId)).toEqual([]);
  await moveClock(owner, "3 minutes");
  for (const stuck of await listStuckOrders(db, 50)) await resolveStuckOrder(db, stuck);
  expect(await reasonsOf(supplierId)).toEqual(["not-json"]);
  expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
});
