import type { QueryResultRow } from "pg";
import { memberName } from "#features/identity/archive/archive.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable, Statement } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** One member of a person's archive, told by the feature that keeps it. Secrets, hashes and what is another person's are left out. */
export type ArchivePart =
  | {
      readonly name: string;
      /** A fact, or a list that is short for everybody; null is left as null. */
      readonly read: (db: Queryable, userId: UserId) => Promise<object | null>;
    }
  | {
      readonly name: string;
      /** A long list, oldest first: the rows behind the id `after`. */
      readonly readPage: (db: Queryable, ask: ArchivePage) => Promise<readonly ArchiveRow[]>;
    };

type ArchivePage = { readonly userId: UserId; readonly after: number; readonly limit: number };
type ArchiveRow = { readonly id: number; readonly [member: string]: unknown };

/** Rows with their columns as members of the file. */
export async function archiveRows<Row extends QueryResultRow = QueryResultRow>(
  db: Queryable,
  statement: Statement,
): Promise<Row[]> {
  const found = await rows(db, statement);
  return found.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [memberName(column), value])),
  ) as Row[];
}

/** A part that is one row, or null where there is none. */
export function factPart(name: string, statementOf: (userId: UserId) => Statement): ArchivePart {
  return { name, read: async (db, userId) => (await archiveRows(db, statementOf(userId)))[0] ?? null };
}

/** A part that is a short list. */
export function listPart(name: string, statementOf: (userId: UserId) => Statement): ArchivePart {
  return { name, read: (db, userId) => archiveRows(db, statementOf(userId)) };
}

/** A part that is a long list; the statement gives `limit` rows with an id above `after`, in the order of ids. */
export function pagedPart(name: string, statementOf: (ask: ArchivePage) => Statement): ArchivePart {
  return { name, readPage: (db, ask) => archiveRows<ArchiveRow>(db, statementOf(ask)) };
}
