import { afterAll } from "vitest";
import { createTestGateway } from "#features/payments/gateway/test-gateway.gateway.ts";
import { TestGatewayStandIn } from "#lib/payment-stand-ins/test-gateway.ts";

/** The test gateway's stand-in on a port of its own for as long as a test file runs, and the product's side of it. */
export async function givenTestGateway() {
  const provider = new TestGatewayStandIn();
  await provider.start();
  afterAll(() => provider.stop());
  const gateway = createTestGateway({ url: provider.url, secret: provider.secret });
  return { provider, gateway, gateways: new Map([[gateway.id, gateway]]) };
}
