import type { MethodScreen } from "#features/payments/methods.rules.ts";
import { type abFlags, cookies } from "#lib/cookies.ts";

/** How what guests pay is kept until an account takes it. */
export const guestLimits = {
  /** Money that no account has taken goes back to its source so long after it came. */
  keptDays: 14,
  /**
   * So long after it was over a payment's address is kept: its money may still come (paid late, a dispute that was won, a return that
   * did not arrive), and is its payer's then.
   */
  addressDays: 120,
  /** The pause before a provider is asked about a return again, doubled with each question up to the longest. */
  firstAskSeconds: 60,
  longestAskSeconds: 3_600,
} as const;

/** Where a guest pays, and where the account that the payment becomes takes the money; addresses without a language. */
export const guestPaths = { pay: "/pay", claim: "/profile/pay/claim" } as const;

/** The experiment in which guests pay before they register; see `EXPERIMENTS`. */
export const PAY_FIRST: (typeof abFlags)[number] = "ab-payment-test";

/**
 * Whether a guest pays before there is an account: by the cookie of a link of the staff's, or tossed for it while the operator runs
 * the experiment. `read` returns the value of one of the visitor's cookies.
 */
export function paysFirst(
  read: (cookieName: string) => string | null | undefined,
  isRunning: boolean,
): boolean {
  return Boolean(read(cookies.paymentTest.name)) || (isRunning && read(PAY_FIRST) === "true");
}

/** The reference by which a provider knows the return of a guest's payment: the same one is the same refund. */
export function returnReferenceOf(paymentId: number): string {
  return `guest-return-${paymentId}`;
}

/** The methods with which somebody can pay who has no account: those that are paid on the provider's page. */
export function guestMethods<Method extends { readonly screen: MethodScreen }>(
  methods: readonly Method[],
): Method[] {
  return methods.filter(({ screen }) => screen === "redirect");
}
