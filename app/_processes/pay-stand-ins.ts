import "#lib/tooling/say-problems.ts";
import path from "node:path";
import { btcPayStandIn } from "#app/_processes/pay-stand-ins/btcpay.ts";
import type { StandInContext } from "#app/_processes/pay-stand-ins/call.ts";
import { cryptomusStandIn } from "#app/_processes/pay-stand-ins/cryptomus.ts";
import { nowPaymentsStandIn } from "#app/_processes/pay-stand-ins/nowpayments.ts";
import { createStandInsServer, PAGES } from "#app/_processes/pay-stand-ins/server.ts";
import { StandInStore } from "#app/_processes/pay-stand-ins/store.ts";
import { Health } from "#lib/api/health.ts";
import { env, requireEnv } from "#lib/env.ts";
import { log } from "#lib/log.ts";

/**
 * NOWPayments, Cryptomus, BTCPay Server and the Tron chain of the default start: their APIs with the demo's keys, a tiny page
 * each, and notices signed as the real ones are. Nothing in the product knows that they are simulated. Anybody can "pay"
 * here, so they run for the demo alone.
 */
if (!env.DEMO) {
  log.fatal("the pay stand-ins belong to the default start; in production set up real providers");
  process.exit(1);
}

const LOOPBACK = "127.0.0.1";
/** Of a provider that the caller of the start has set up: nothing comes here then. */
const NOBODY = "nobody";
const ROOT = path.join(import.meta.dirname, "..", "..");
const file = path.join(path.resolve(ROOT, env.DATA_FOLDER), "pay-stand-ins.json");
const ground: StandInContext = {
  store: new StandInStore(file),
  pageOf: ({ provider, id }) => `${env.PUBLIC_URL}${PAGES}/${provider}/${id}`,
};
const health = new Health({ process: "pay-stand-ins", checks: {} });
const server = createStandInsServer({
  ground,
  standIns: {
    nowpayments: nowPaymentsStandIn({
      apiKey: env.NOWPAYMENTS_API_KEY ?? NOBODY,
      ipnSecret: env.NOWPAYMENTS_IPN_SECRET ?? NOBODY,
      email: env.NOWPAYMENTS_EMAIL ?? NOBODY,
      password: env.NOWPAYMENTS_PASSWORD ?? NOBODY,
    }),
    cryptomus: cryptomusStandIn({
      merchantId: env.CRYPTOMUS_MERCHANT_ID ?? NOBODY,
      paymentKey: env.CRYPTOMUS_PAYMENT_KEY ?? NOBODY,
    }),
    btcpay: btcPayStandIn({
      storeId: env.BTCPAY_STORE_ID ?? NOBODY,
      apiKey: env.BTCPAY_API_KEY ?? NOBODY,
      webhookSecret: env.BTCPAY_WEBHOOK_SECRET ?? NOBODY,
      notifyUrl: `${env.API_URL}/api/payments/webhooks/btcpay`,
    }),
  },
  tether: { contract: env.TETHER_CONTRACT, address: env.TETHER_ADDRESS ?? NOBODY },
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
