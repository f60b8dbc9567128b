import sql, { raw } from "sql-template-tag";
import { communityErrors } from "#features/community/community.errors.ts";
import { wordsOf } from "#features/community/plain-text.rules.ts";
import {
  countLinks,
  flagsOf,
  repeatHours,
  repeatLimit,
  type SpamFlag,
} from "#features/community/spam.rules.ts";
import { isDisposableMailbox } from "#features/identity/disposable-mail.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { keyedHash } from "#lib/keyed-hash.ts";

/** Throws TOO_MANY_LINKS. */
export function refuseLinks(text: string, max: number): void {
  if (countLinks(text) > max) throw new AppError(communityErrors.TOO_MANY_LINKS, { details: { max } });
}

/** By which equal texts are known again. `purpose` keeps one list from being compared with another. */
export function hashOfText(text: string, purpose: string): Buffer {
  return keyedHash(purpose, wordsOf(text));
}

type Looked = {
  readonly text: string;
  readonly textHash: Buffer;
  /** Whose account it is; a guest may have given an address. */
  readonly userId: number | null;
  readonly email: string | null;
  /** Whose words these are to be; its old ones do not count. */
  readonly editedId?: number | undefined;
};

/** What makes the staff look twice at a text. Throws TEXT_REPEATED for one of a wave of equal texts. */
export async function judgeText(
  db: Queryable,
  table: "community_feedback" | "community_reviews" | "community_comments",
  { text, textHash, userId, email, editedId }: Looked,
): Promise<SpamFlag[]> {
  const { repeats } = await one<{ repeats: number }>(
    db,
    sql`select count(*)::int as repeats from ${raw(table)}
        where text_hash = ${textHash} and created_at > app_now() - make_interval(hours => ${repeatHours})
          and id is distinct from ${editedId ?? null}::bigint`,
  );
  if (repeats >= repeatLimit) throw new AppError(communityErrors.TEXT_REPEATED);
  const address = userId === null ? email : await findAddress(db, userId);
  const isDisposable = address !== null && isDisposableMailbox(address);
  return flagsOf({ isDisposable, repeats, links: countLinks(text) });
}

async function findAddress(db: Queryable, userId: number): Promise<string | null> {
  const person = await maybeOne<{ email: string }>(
    db,
    sql`select email from identity_people where id = ${userId}`,
  );
  return person?.email ?? null;
}
