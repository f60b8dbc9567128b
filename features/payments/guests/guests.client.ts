import type { z } from "zod";
import type {
  claimGuestPaymentsEndpoint,
  startGuestPaymentEndpoint,
} from "#features/payments/guests/guests.contract.ts";
import { judgeTopUp } from "#features/payments/payments.client.ts";
import { api } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";

export type GuestWish = Omit<z.input<NonNullable<typeof startGuestPaymentEndpoint.body>>, "captcha">;
type Started = z.output<typeof startGuestPaymentEndpoint.response>;

/** What this browser knows when the payer comes back: whom the mail went to, and what its code counts with. */
export type SentMail = { readonly email: string; readonly request: string; readonly resendSeconds: number };

const SENT = "guest-payment";

/** Begins a guest's payment and remembers its mail for the way back. The captcha is new with every press, the key is not. Throws ApiProblem. */
export async function startGuestPayment(wish: GuestWish, captcha: string): Promise<Started> {
  const started = await callOnce(
    "guest-top-up",
    wish,
    (headers) => api.post<Started>("payments/guest", { ...wish, captcha }, { headers }),
    judgeTopUp,
  );
  const { request, resendSeconds } = started;
  if (request !== null) {
    const sent: SentMail = { email: wish.email, request, resendSeconds };
    sessionStorage.setItem(SENT, JSON.stringify(sent));
  }
  return started;
}

/** The mail of the payment that was begun in this tab; null in any other. */
export function findSentMail(): SentMail | null {
  const kept = sessionStorage.getItem(SENT);
  return kept === null ? null : (JSON.parse(kept) as SentMail);
}

/** Takes what was paid under the account's address; the newest payment's number, or null. Throws ApiProblem. */
export async function claimPaid(): Promise<number | null> {
  const { data } =
    await api.post<z.output<typeof claimGuestPaymentsEndpoint.response>>("payments/guest/claim");
  return data.paymentId;
}
