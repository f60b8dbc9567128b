import "#lib/tooling/say-problems.ts";
import path from "node:path";
import { CouponShop } from "#app/_processes/test-gateway/coupon-shop.ts";
import { Notifier } from "#app/_processes/test-gateway/notifier.ts";
import { createGatewayServer } from "#app/_processes/test-gateway/server.ts";
import { GatewayStore } from "#app/_processes/test-gateway/store.ts";
import { Health } from "#lib/api/health.ts";
import { env, requireEnv } from "#lib/env.ts";
import { log } from "#lib/log.ts";

/**
 * The payment provider of the default start: an API behind a secret, a hosted page at /test-gateway/pay/{id} that the
 * front door passes on, and signed notices that come late, twice and out of order, as real ones do. Nothing in the
 * product knows that it is simulated. Anybody can "pay" here, so it runs for the demo alone.
 */
if (!env.DEMO) {
  log.fatal("the test gateway belongs to the default start; in production set up a real payment provider");
  process.exit(1);
}

const LOOPBACK = "127.0.0.1";
const ROOT = path.join(import.meta.dirname, "..", "..");
const secret = requireEnv("TEST_GATEWAY_SECRET");
const store = new GatewayStore({
  file: path.join(path.resolve(ROOT, env.DATA_FOLDER), "test-gateway.json"),
  slowestNoticeMs: env.TEST_GATEWAY_SLOWEST_NOTICE_MS,
});
const shop = new CouponShop(path.join(path.resolve(ROOT, env.DATA_FOLDER), "coupon-shop.json"));
const notifier = new Notifier(store, secret);
const health = new Health({ process: "test-gateway", checks: {} });
const server = createGatewayServer({ store, shop, secret, health, publicUrl: env.PUBLIC_URL });

// The front door keeps its connections; it must be the one that closes an idle one.
server.keepAliveTimeout = 75_000;
server.listen(Number(new URL(requireEnv("TEST_GATEWAY_URL")).port), LOOPBACK, () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  log.info({ port }, "test gateway is listening");
});
notifier.start();

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  process.once(signal, () => {
    health.stop();
    notifier.stop();
    server.close(() => process.exit(0));
    server.closeIdleConnections();
    setTimeout(() => process.exit(0), 3_000).unref();
  });
}
