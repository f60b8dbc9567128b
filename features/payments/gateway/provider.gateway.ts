import type { ChargeCurrency } from "#features/payments/charge-currency/charge-currency.rules.ts";
import type { MethodRow } from "#features/payments/methods.rules.ts";
import type { ProviderPayment } from "#features/payments/payments.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import type { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A provider that could not be reached, refused us, or answered what cannot be understood. */
export class GatewayFault extends Error {
  override name = "GatewayFault";
}

/** What a provider is asked to collect. */
export type PaymentOrder = {
  /** Ours, unique: the same reference answers the same payment, however often it is sent. */
  readonly reference: string;
  /** What the payer is charged, a decimal text with all digits of its currency: `100.50` RUB, `12.300000` USDT. */
  readonly amount: string;
  readonly currency: ChargeCurrency;
  readonly description: string;
  readonly locale: Locale;
  /** Where the buyer comes back to, paid or not. */
  readonly returnUrl: string;
  /** Where notices go. */
  readonly notifyUrl: string;
  readonly expiresAt: Date;
};

export type OpenedPayment = {
  readonly providerPaymentId: string;
  /** Where the buyer pays; for an invoice of our own a path on this site. */
  readonly redirectUrl: string;
  /**
   * What the payer must pay exactly, where a provider tells its payments apart by the amount (an invoice of our own): at
   * least what was asked for and less than a hundredth of a unit more. Without it what was asked for.
   */
  readonly chargeAmount?: string;
};

/** A notice as it came: nothing of it is believed before the signature is. */
export type RawNotice = {
  readonly body: string;
  readonly headers: Headers;
  /** When it arrived, for the age of its signature. */
  readonly atMs: number;
};

export type ParsedNotice =
  | { readonly kind: "accepted"; readonly eventId: string; readonly providerPaymentId: string }
  /** Signed, but about nothing that we keep: to be answered and forgotten. */
  | { readonly kind: "ignored" }
  | {
      readonly kind: "refused";
      readonly reason: "no-signature" | "wrong-signature" | "wrong-time" | "misshapen";
    };

/** What a provider is asked to send back to the payer. */
export type RefundOrder = {
  readonly providerPaymentId: string;
  /** Ours, unique: the same reference is the same refund, however often it is sent (a lost answer is asked again). */
  readonly reference: string;
  /** Decimal text in the currency that was charged. */
  readonly amount: string;
  readonly currency: ChargeCurrency;
};

/** `pending`: the provider works on it, ask again with the same order; `refused`: nothing goes back this way. */
export type RefundAnswer = {
  readonly state: "done" | "pending" | "refused";
  readonly providerRefundId: string | null;
};

/**
 * One payment provider. Notices only tell that something happened: what happened is asked with `fetchStatus`, and that
 * answer decides. Never called inside a transaction.
 */
export type PaymentGateway = {
  /** The provider's code: in webhook addresses, ledger references and the name of its clearing account. */
  readonly id: string;
  /** Throws GatewayFault when the provider gave no usable answer. `db` is for those that keep invoices of our own. */
  createPayment(order: PaymentOrder, db: Db): Promise<OpenedPayment>;
  /** Checks the signature over the raw body. Throws GatewayFault when that needs an answer of the provider and there is none. */
  parseWebhook(notice: RawNotice): ParsedNotice | Promise<ParsedNotice>;
  /**
   * The payment as the provider has it, or null when it knows none with this id. May bring it on where the provider waits
   * for us (a capture), as often as it is called. Throws GatewayFault.
   */
  fetchStatus(providerPaymentId: string, db: Db): Promise<ProviderPayment | null>;
  /** Sends money back; null where the provider cannot. Throws GatewayFault when it is not known what became of it. */
  readonly refund: ((order: RefundOrder) => Promise<RefundAnswer>) | null;
};

/** A provider with everything that the product knows of it; `payments.gateway.ts` lists them. */
export type Provider = {
  /** As its gateway has it. */
  readonly id: string;
  /** The ways to pay that it carries out, in the order of the pay page. */
  readonly methods: readonly MethodRow[];
  /** The adapter when its settings are there, else null. Tests ask for a shorter time limit of calls than its own. */
  readonly connect: (settings: typeof env, timeoutMs?: number) => PaymentGateway | null;
};

export type Gateways = ReadonlyMap<string, PaymentGateway>;
