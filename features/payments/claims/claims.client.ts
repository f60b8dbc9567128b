import type { ClaimView } from "#features/payments/claims/claims.contract.ts";
import { postOnce } from "#features/payments/payments.client.ts";

export type ClaimWords = { transactionId: string; returnAddress: string; contact: string };

/** Sends a claim about a transfer for a payment. Throws ApiProblem. */
export function sendClaim(paymentId: number, words: ClaimWords): Promise<ClaimView> {
  return postOnce<ClaimView>(`claim-${paymentId}`, `payments/${paymentId}/claims`, words);
}
