import type { z } from "zod";
import type { ActionLine, listActionsEndpoint } from "#features/back-office/audit-log/audit-log.contract.ts";
import { deskPageSize, pageFrom } from "#features/back-office/back-office.rules.ts";
import { listRecordedActions } from "#features/identity/audit.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

export type ActionFilter = z.output<NonNullable<typeof listActionsEndpoint.query>>;

/** What the staff did, newest first. */
export async function listActions(
  db: Queryable,
  filter: ActionFilter,
): Promise<{ items: ActionLine[]; hasMore: boolean }> {
  const { items, hasMore } = pageFrom(await listRecordedActions(db, filter, deskPageSize + 1));
  return {
    items: items.map(({ actorId: id, actorName, actorEmail, at, ...line }) => ({
      ...line,
      actor: { id, name: actorName, email: actorEmail },
      at: at.toISOString(),
    })),
    hasMore,
  };
}
