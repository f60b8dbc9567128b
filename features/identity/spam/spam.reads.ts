import sql from "sql-template-tag";
import { isDisposableMailbox } from "#features/identity/disposable-mail.rules.ts";
import { countLinks, flagsOf, type SpamFlag } from "#features/identity/spam/spam.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { wordsOf } from "#lib/plain-text.ts";

/** By which equal texts are known again. `purpose` keeps one list from being compared with another. */
export function hashOfText(text: string, purpose: string): Buffer {
  return keyedHash(purpose, wordsOf(text));
}

type Sent = {
  readonly text: string;
  /** How often the same words were sent lately. */
  readonly repeats: number;
  /** Whose account it is, and the address that was typed; whichever there is. */
  readonly userId: number | null;
  readonly email: string | null;
};

/** What makes the staff look twice at a text that was sent in. */
export async function judgeSent(db: Queryable, { text, repeats, userId, email }: Sent): Promise<SpamFlag[]> {
  const addresses = [email, userId === null ? null : await findAddress(db, userId)];
  const isDisposable = addresses.some((address) => address !== null && isDisposableMailbox(address));
  return flagsOf({ isDisposable, repeats, links: countLinks(text) });
}

async function findAddress(db: Queryable, userId: number): Promise<string | null> {
  const person = await maybeOne<{ email: string }>(
    db,
    sql`select email from identity_people where id = ${userId}`,
  );
  return person?.email ?? null;
}
