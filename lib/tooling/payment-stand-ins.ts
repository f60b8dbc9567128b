import { findFreePort } from "#lib/tooling/ports.ts";

/** The providers that journeys pay at; the test gateway is a part of the default start. */
export const standInNames = ["stripe", "paypal", "nowpayments", "cryptomus", "btcpay", "tron"] as const;
export type StandInPorts = Readonly<Record<(typeof standInNames)[number], number>>;

/** Ports that the journeys' stand-ins will listen on: chosen before the product starts, which is told them. */
export async function chooseStandInPorts(): Promise<StandInPorts> {
  const ports = new Set<number>();
  while (ports.size < standInNames.length) ports.add(await findFreePort());
  const chosen = [...ports];
  return Object.fromEntries(standInNames.map((name, index) => [name, chosen[index]])) as StandInPorts;
}

/** The product's settings with which it takes the stand-ins for the providers. A test compares the keys with theirs. */
export function standInSettings(ports: StandInPorts): Record<string, string> {
  const at = (name: keyof StandInPorts) => `http://127.0.0.1:${ports[name]}`;
  return {
    STRIPE_API_URL: at("stripe"),
    STRIPE_SECRET_KEY: "sk_test_of_the_stand_in",
    STRIPE_WEBHOOK_SECRET: "whsec_of_the_stand_in",
    PAYPAL_API_URL: at("paypal"),
    PAYPAL_CLIENT_ID: "client",
    PAYPAL_CLIENT_SECRET: "the secret of the stand-in",
    PAYPAL_WEBHOOK_ID: "1JE4291016473214C",
    NOWPAYMENTS_URL: at("nowpayments"),
    NOWPAYMENTS_API_KEY: "TEST-NOWPAYMENTS-KEY",
    NOWPAYMENTS_IPN_SECRET: "the ipn secret of the stand-in",
    NOWPAYMENTS_EMAIL: "shop@example.com",
    NOWPAYMENTS_PASSWORD: "the password of the stand-in",
    CRYPTOMUS_URL: at("cryptomus"),
    CRYPTOMUS_MERCHANT_ID: "8b03432e-385b-4670-8d06-064591096795",
    CRYPTOMUS_PAYMENT_KEY: "the payment key of the stand-in",
    BTCPAY_URL: at("btcpay"),
    BTCPAY_STORE_ID: "9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776",
    BTCPAY_API_KEY: "the api key of the stand-in",
    BTCPAY_WEBHOOK_SECRET: "the webhook secret of the stand-in",
    TRONGRID_URL: at("tron"),
    TRONGRID_API_KEY: "the key of the chain",
    TETHER_ADDRESS: "TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh",
  };
}
