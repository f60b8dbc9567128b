import type { Gateways, PaymentGateway } from "#features/payments/gateway/provider.ts";
import { createTestGateway } from "#features/payments/gateway/test-gateway.ts";
import { env } from "#lib/env.ts";

/** The providers whose settings are there. */
export function configuredGateways(): Gateways {
  const gateways: PaymentGateway[] = [];
  if (env.TEST_GATEWAY_URL && env.TEST_GATEWAY_SECRET) {
    gateways.push(createTestGateway({ url: env.TEST_GATEWAY_URL, secret: env.TEST_GATEWAY_SECRET }));
  }
  return new Map(gateways.map((gateway) => [gateway.id, gateway]));
}
