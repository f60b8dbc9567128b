import { postOnce } from "#features/payments/payments.client.ts";
import type { ReturnContext } from "#features/payments/payments.rules.ts";
import { api } from "#lib/api/browser-client.ts";

export type TransferInput = { amountKopecks: number; note: string; context: ReturnContext };

/** Begins a transfer through the support. Throws ApiProblem. */
export function beginTransfer({
  amountKopecks,
  note,
  context,
}: TransferInput): Promise<{ id: number; redirectUrl: string }> {
  return postOnce("transfer", "payments/transfers", { amountKopecks, note, ...context });
}

/** Tells how a transfer was sent; answers the text as it was kept. Throws ApiProblem. */
export async function sendReceipt(paymentId: number, receipt: string): Promise<string> {
  const { data } = await api.put<{ receipt: string }>(`payments/${paymentId}/receipt`, { receipt });
  return data.receipt;
}
