import type { FinePage, FineView } from "#features/partners/fines/fines.contract.ts";
import { type Fine, listFines } from "#features/partners/fines/fines.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

const PAGE = 20;

/** A page of a partner's fines as the cabinet shows them. */
export async function readFinePage(db: Queryable, userId: number, before?: number): Promise<FinePage> {
  const found = await listFines(db, { userId, before: before ?? null }, PAGE + 1);
  return { items: found.slice(0, PAGE).map(toView), hasMore: found.length > PAGE };
}

/** A fine as its partner may see it: who of the staff it was stays out. */
export function toView({ userId: _, proposerId: __, decidedBy: ___, ...fine }: Fine): FineView {
  return {
    ...fine,
    announcedAt: fine.announcedAt.toISOString(),
    appealUntil: fine.appealUntil.toISOString(),
    appealedAt: fine.appealedAt?.toISOString() ?? null,
    decidedAt: fine.decidedAt?.toISOString() ?? null,
  };
}
