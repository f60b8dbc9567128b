import { expect, test } from "vitest";
import { JourneyStandIns } from "#lib/testing/payment-stand-ins/for-journeys.ts";
import { chooseStandInPorts, standInSettings } from "#lib/tooling/payment-stand-ins.ts";

test("the product under test is given the keys and addresses of the stand-ins", async () => {
  const ports = await chooseStandInPorts();
  expect(new Set(Object.values(ports)).size).toBe(6);
  const standIns = new JourneyStandIns();
  await standIns.start(ports);
  const { stripe, paypal, nowpayments, cryptomus, btcpay, tron } = standIns;
  expect(standInSettings(ports)).toEqual({
    STRIPE_API_URL: stripe.url,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    PAYPAL_API_URL: paypal.url,
    PAYPAL_CLIENT_ID: paypal.access.clientId,
    PAYPAL_CLIENT_SECRET: paypal.access.clientSecret,
    PAYPAL_WEBHOOK_ID: paypal.access.webhookId,
    NOWPAYMENTS_URL: nowpayments.url,
    NOWPAYMENTS_API_KEY: nowpayments.settings.apiKey,
    NOWPAYMENTS_IPN_SECRET: nowpayments.settings.ipnSecret,
    NOWPAYMENTS_EMAIL: nowpayments.settings.email,
    NOWPAYMENTS_PASSWORD: nowpayments.settings.password,
    CRYPTOMUS_URL: cryptomus.url,
    CRYPTOMUS_MERCHANT_ID: cryptomus.settings.merchantId,
    CRYPTOMUS_PAYMENT_KEY: cryptomus.settings.paymentKey,
    BTCPAY_URL: btcpay.url,
    BTCPAY_STORE_ID: btcpay.settings.storeId,
    BTCPAY_API_KEY: btcpay.settings.apiKey,
    BTCPAY_WEBHOOK_SECRET: btcpay.settings.webhookSecret,
    TRONGRID_URL: tron.url,
    TRONGRID_API_KEY: tron.apiKey,
    TETHER_ADDRESS: tron.address,
  });
  standIns.stop();
});
