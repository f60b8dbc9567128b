import "#lib/tooling/say-problems.ts";
import path from "node:path";
import { Books } from "#app/_processes/pay-stand-ins/books.ts";
import { createStandInsServer, PAGES } from "#app/_processes/pay-stand-ins/server.ts";
import { Health } from "#lib/api/health.ts";
import { env, requireEnv } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { pageStandIns } from "#lib/payment-stand-ins/registry.ts";
import { TronStandIn } from "#lib/payment-stand-ins/tron.ts";

/**
 * The stand-ins of payment providers that have a page in the default start (`pageStandIns`), and the Tron chain: their APIs,
 * a tiny page each, and notices signed as the real ones are. Nothing in the product knows that they are simulated. Anybody
 * can "pay" here, so they run for the demo alone.
 */
if (!env.DEMO) {
  log.fatal("the pay stand-ins belong to the default start; in production set up real providers");
  process.exit(1);
}

const LOOPBACK = "127.0.0.1";
const ROOT = path.join(import.meta.dirname, "..", "..");
const standIns = { providers: new Map(pageStandIns()), tron: new TronStandIn(env.TETHER_CONTRACT) };
for (const [provider, standIn] of standIns.providers)
  standIn.pageOf = ({ id }) => `${env.PUBLIC_URL}${PAGES}/${provider}/${id}`;
const health = new Health({ process: "pay-stand-ins", checks: {} });
const server = createStandInsServer({
  standIns,
  books: new Books(path.join(path.resolve(ROOT, env.DATA_FOLDER), "payment-stand-ins.json"), standIns),
  webhookOf: (provider) => `${env.API_URL}/api/payments/webhooks/${provider}`,
  address: env.TETHER_ADDRESS ?? standIns.tron.address,
  health,
});

// The front door keeps its connections; it must be the one that closes an idle one.
server.keepAliveTimeout = 75_000;
server.listen(Number(new URL(requireEnv("PAY_STAND_INS_URL")).port), LOOPBACK, () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  log.info({ port }, "pay stand-ins are listening");
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    health.stop();
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), 3_000).unref();
  });
}
