import sql, { raw } from "sql-template-tag";
import { communityErrors } from "#features/community/community.errors.ts";
import { judgeSent } from "#features/identity/spam/spam.reads.ts";
import { countLinks, repeatHours, repeatLimit, type SpamFlag } from "#features/identity/spam/spam.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Throws TOO_MANY_LINKS. */
export function refuseLinks(text: string, max: number): void {
  if (countLinks(text) > max) throw new AppError(communityErrors.TOO_MANY_LINKS, { details: { max } });
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
  refuseWave(repeats);
  return judgeSent(db, { text, repeats, userId, email });
}

/** Throws TEXT_REPEATED when the same words were sent so often that more of them are refused. */
export function refuseWave(repeats: number): void {
  if (repeats >= repeatLimit) throw new AppError(communityErrors.TEXT_REPEATED);
}
