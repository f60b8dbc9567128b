import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { YardstickOrder } from "#bench/harness/yardstick.ts";
import { findActivationStatus } from "#features/activations/activations.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { createDb } from "#lib/db/pool.ts";

// The least that Node can do for the same answer: no router, no keys, no log.

function answerers(order: YardstickOrder): (target: string, response: ServerResponse) => unknown {
  if (order.kind === "file") {
    const headers = { ...order.headers, "content-length": order.body.length };
    return (_target, response) => response.writeHead(200, headers).end(order.body);
  }
  const db = createDb(order.databaseUrl, { max: 16 });
  return async (target, response) => {
    const [, what, userId, id] = target.split("/");
    const text =
      what === "balance"
        ? `ACCESS_BALANCE:${(await getBalance(db, Number(userId))).availableKopecks / 100}`
        : `STATUS_${(await findActivationStatus(db, Number(userId), Number(id)))?.state}`;
    response.writeHead(200, { "content-type": "text/plain", "content-length": text.length }).end(text);
  };
}

process.once("message", (order: YardstickOrder) => {
  const answer = answerers(order);
  const server = createServer((request, response) => void answer(request.url ?? "", response));
  server.keepAliveTimeout = 75_000;
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
});
process.on("disconnect", () => process.exit(0));
