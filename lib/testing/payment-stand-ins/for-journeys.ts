import { BtcPayStandIn } from "#lib/testing/payment-stand-ins/btcpay.ts";
import { CryptomusStandIn } from "#lib/testing/payment-stand-ins/cryptomus.ts";
import { NowPaymentsStandIn } from "#lib/testing/payment-stand-ins/nowpayments.ts";
import { PayPalStandIn } from "#lib/testing/payment-stand-ins/paypal.ts";
import { StripeStandIn } from "#lib/testing/payment-stand-ins/stripe.ts";
import { TronStandIn } from "#lib/testing/payment-stand-ins/tron.ts";
import { type StandInPorts, standInNames } from "#lib/tooling/payment-stand-ins.ts";

/** The stand-ins of all providers but the test gateway, on the ports that the product was told. */
export class JourneyStandIns {
  readonly stripe = new StripeStandIn();
  readonly paypal = new PayPalStandIn();
  readonly nowpayments = new NowPaymentsStandIn();
  readonly cryptomus = new CryptomusStandIn();
  readonly btcpay = new BtcPayStandIn();
  readonly tron = new TronStandIn();

  async start(ports: StandInPorts): Promise<void> {
    for (const name of standInNames) await this[name].start(ports[name]);
  }

  stop(): void {
    for (const name of standInNames) this[name].stop();
  }
}
