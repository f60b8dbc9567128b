import { findSession } from "#features/identity/sessions/sessions.reads.ts";
import { sessionTokenOf } from "#features/identity/sessions/sessions.rules.ts";
import { mayEditContent } from "#features/identity/staff.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { isHttps } from "#lib/https.ts";

/**
 * Who writes the site's texts, by the cookies of a request: a live session of the staff that has shown its second factor, of somebody
 * with the right to it. Null for all others. Asked with every request, so that a right that is taken ends at once.
 */
export async function findEditor(db: Queryable, cookieHeader: string | null): Promise<UserId | null> {
  const token = sessionTokenOf(cookieHeader, isHttps);
  const session = token ? await findSession(db, token) : null;
  if (!session?.staff || session.staff.secondFactorAgeSeconds === null) return null;
  return (await mayEditContent(db, session.userId)) ? session.userId : null;
}
