import sql from "sql-template-tag";
import { referralErrors } from "#features/referrals/referrals.errors.ts";
import { cleanLinkName, linkCode, referralLimits } from "#features/referrals/referrals.rules.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Makes a user's first link when there is none yet. */
export async function ensureFirstLink(db: Queryable, userId: number): Promise<void> {
  await execute(
    db,
    sql`insert into referrals_links (user_id, code, name)
        select ${userId}, ${newCode()}, '' where not exists (select from referrals_links where user_id = ${userId})
        on conflict do nothing`,
  );
}

/** Makes a named link. Throws LINK_NAME_INVALID, LINK_NAME_TAKEN, TOO_MANY_LINKS. */
export async function createLink(
  tx: Tx,
  userId: number,
  text: string,
): Promise<{ id: number; code: string }> {
  const name = cleanLinkName(text);
  if (name === null) throw new AppError(referralErrors.LINK_NAME_INVALID);
  await ensureFirstLink(tx, userId);
  await takeTurn(tx, userId);
  const { links } = await one<{ links: number }>(
    tx,
    sql`select count(*) as links from referrals_links where user_id = ${userId}`,
  );
  if (links >= referralLimits.links) throw new AppError(referralErrors.TOO_MANY_LINKS);
  const made = await maybeOne<{ id: number; code: string }>(
    tx,
    sql`insert into referrals_links (user_id, code, name) values (${userId}, ${newCode()}, ${name})
        on conflict (user_id, name) do nothing returning id, code`,
  );
  if (!made) throw new AppError(referralErrors.LINK_NAME_TAKEN);
  return made;
}

/** New links of one user follow one another, so that the limit holds. */
async function takeTurn(tx: Tx, userId: number): Promise<void> {
  await execute(tx, sql`insert into referrals_members (user_id) values (${userId}) on conflict do nothing`);
  await one(tx, sql`select user_id from referrals_members where user_id = ${userId} for update`);
}

function newCode(): string {
  return linkCode(crypto.getRandomValues(new Uint8Array(8)));
}
