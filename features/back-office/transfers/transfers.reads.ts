import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import type { TransferView } from "#features/back-office/transfers/transfers.contract.ts";
import { expectedStates, paymentStates } from "#features/payments/payments.rules.ts";
import { listTransfers } from "#features/payments/transfers/transfers.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** Top-ups through the support, newest first. `open`: they still want a word; what comes late can be confirmed too. */
export async function listTransferViews(
  db: Queryable,
  { only, before }: { only: "open" | "all"; before?: number | undefined },
): Promise<Page<TransferView>> {
  const states = only === "open" ? expectedStates : paymentStates;
  const found = await listTransfers(db, { states, beforeId: before ?? null, limit: deskPageSize + 1 });
  const { items, hasMore } = pageFrom(found);
  const ids = items.flatMap((line) => [line.userId, ...line.words.map(({ actorId }) => actorId)]);
  const nameOf = await listNames(db, ids);
  const views = items.map((line) => ({
    id: line.paymentId,
    reference: line.reference,
    user: nameOf(line.userId),
    amountKopecks: line.amountKopecks,
    state: line.state,
    note: line.note,
    receipt: line.receipt,
    words: line.words.map(({ actorId, receivedKopecks, saidAt }) => ({
      by: nameOf(actorId),
      receivedKopecks,
      saidAt: saidAt.toISOString(),
    })),
    createdAt: line.createdAt.toISOString(),
    expiresAt: line.expiresAt.toISOString(),
  }));
  return { items: views, hasMore };
}
