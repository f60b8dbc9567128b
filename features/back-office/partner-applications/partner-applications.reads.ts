import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import { listNames } from "#features/back-office/names.reads.ts";
import type { PartnerApplicationView } from "#features/back-office/partner-applications/partner-applications.contract.ts";
import {
  type Application,
  type ApplicationFilter,
  type ApplicationNote,
  listApplicationNotes,
  listApplications,
} from "#features/partners/partner-applications/partner-applications.reads.ts";
import type { Db } from "#lib/db/pool.ts";

type NameOf = Awaited<ReturnType<typeof listNames>>;

/** Applications of partners with the staff's notes, oldest first: they wait. */
export async function listPartnerApplicationViews(
  db: Db,
  filter: ApplicationFilter,
): Promise<Page<PartnerApplicationView>> {
  const found = await listApplications(db, filter, deskPageSize + 1);
  const { items, hasMore } = pageFrom(found);
  const notes = await listApplicationNotes(
    db,
    items.map(({ id }) => id),
  );
  const nameOf = await listNames(db, [
    ...items.flatMap(({ accountId, decidedBy }) => [accountId, decidedBy]),
    ...notes.map(({ authorId }) => authorId),
  ]);
  const notesOf = Map.groupBy(notes, ({ applicationId }) => applicationId);
  return { items: items.map((one) => toView(one, notesOf.get(one.id) ?? [], nameOf)), hasMore };
}

function toView(
  { accountId, decidedBy, decidedAt, createdAt, partnerUserId: _, ...application }: Application,
  notes: readonly ApplicationNote[],
  nameOf: NameOf,
): PartnerApplicationView {
  return {
    ...application,
    account: accountId === null ? null : nameOf(accountId),
    decidedBy: decidedBy === null ? null : nameOf(decidedBy),
    decidedAt: decidedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    notes: notes.map((note) => ({
      id: note.id,
      author: nameOf(note.authorId),
      text: note.text,
      at: note.createdAt.toISOString(),
    })),
  };
}
