import { couponProvider } from "#features/payments/coupons/rules.ts";
import type { Gateways, PaymentGateway } from "#features/payments/gateway/provider.ts";
import { createTestGateway } from "#features/payments/gateway/test-gateway.ts";
import { transferProvider } from "#features/payments/transfers/rules.ts";
import { env } from "#lib/env.ts";

/** Each adapter when its settings are there, else null. A new one gets its line here and in `methods/rules.ts`. */
function adapters(): (PaymentGateway | null)[] {
  return [testGateway()];
}

function testGateway(): PaymentGateway | null {
  const { TEST_GATEWAY_URL: url, TEST_GATEWAY_SECRET: secret } = env;
  return url && secret ? createTestGateway({ url, secret }) : null;
}

/** The providers whose settings are there. */
export function configuredGateways(): Gateways {
  const gateways = adapters().filter((gateway) => gateway !== null);
  return new Map(gateways.map((gateway) => [gateway.id, gateway]));
}

/** Ways to pay that need no provider's API (coupons, support) and whose settings are there. */
function configuredDesks(): string[] {
  return [...(env.COUPONS ? [couponProvider] : []), ...(env.SUPPORT_TRANSFERS ? [transferProvider] : [])];
}

/** Every provider that a method may name now: those with an API and those without. */
export function configuredProviders(): ReadonlySet<string> {
  return new Set([...configuredGateways().keys(), ...configuredDesks()]);
}
