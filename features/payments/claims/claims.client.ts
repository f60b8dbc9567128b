import type { ClaimView } from "#features/payments/claims/claims.contract.ts";
import { postOnce } from "#features/payments/payments.client.ts";
import { api } from "#lib/api/browser-client.ts";

export type ClaimWords = { transactionId: string; returnAddress: string; contact: string };

/** Sends a claim about a transfer for a payment. Throws ApiProblem. */
export function sendClaim(paymentId: number, words: ClaimWords): Promise<ClaimView> {
  return postOnce<ClaimView>(`claim-${paymentId}`, `payments/${paymentId}/claims`, words);
}

/** Withdraws a claim that is not decided yet. Throws ApiProblem. */
export function withdrawClaim(paymentId: number, claimId: number): Promise<ClaimView> {
  return postOnce<ClaimView>(
    `claim-${claimId}-withdraw`,
    `payments/${paymentId}/claims/${claimId}/withdraw`,
    {},
  );
}

/** Confirms the return address of a claim with the mailed code. Throws ApiProblem. */
export async function confirmReturnAddress(paymentId: number, claimId: number, code: string): Promise<void> {
  await api.post(`payments/${paymentId}/claims/${claimId}/confirm`, { code });
}

/** Has another code mailed for the return address of a claim. Throws ApiProblem. */
export async function mailReturnCode(paymentId: number, claimId: number): Promise<void> {
  await api.post(`payments/${paymentId}/claims/${claimId}/code`, {});
}
