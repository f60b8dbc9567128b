import type { z } from "zod";
import type { ActionLine, listActionsEndpoint } from "#features/back-office/audit-log/audit-log.contract.ts";
import { namesOf } from "#features/back-office/audit-log/goods-names.rules.ts";
import { deskPageSize, pageFrom } from "#features/back-office/back-office.rules.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { listRecordedActions } from "#features/identity/audit.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type ActionFilter = z.output<NonNullable<typeof listActionsEndpoint.query>>;

/** What the staff did, newest first, with names in the reader's language. */
export async function listActions(
  db: Db,
  filter: ActionFilter,
  locale: Locale,
): Promise<{ items: ActionLine[]; hasMore: boolean }> {
  const [found, catalogue] = await Promise.all([
    listRecordedActions(db, filter, deskPageSize + 1),
    readCatalogue(db),
  ]);
  const { items, hasMore } = pageFrom(found);
  return {
    items: items.map(({ actorId: id, actorName, actorEmail, at, ...line }) => ({
      ...line,
      actor: { id, name: actorName, email: actorEmail },
      at: at.toISOString(),
      names: namesOf(line.details, catalogue, locale),
    })),
    hasMore,
  };
}
