import sql from "sql-template-tag";
import { isKnownDevice } from "#features/identity/devices/devices.reads.ts";
import { deviceTokenOf } from "#features/identity/devices/devices.rules.ts";
import type { Bucket } from "#features/identity/throttle/throttle.rules.ts";
import type { Actor, UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { isHttps } from "#lib/https.ts";
import { mailboxKey } from "#lib/mail/address.ts";

/** What a mail is asked for. Each has a budget of its own at every mailbox, so that whoever fills one leaves the others open. */
export type MailPurpose = "registration" | "reset" | "sign-in-code";

/** By what a browser can show that it is the owner's: a login in it before, or one that lasts. */
export type Asker = { readonly deviceToken: string | null; readonly userId: UserId | null };

/** Who asks by this request. A key or a token of a program is no browser. */
export function askerOf(request: Request, actor: Actor): Asker {
  const isSession = actor.kind === "user" && actor.via === "session";
  return {
    deviceToken: deviceTokenOf(request.headers.get("cookie"), isHttps),
    userId: isSession ? actor.userId : null,
  };
}

/** The budget that a mail to the mailbox of `emailKey` is taken from: the owner's own browsers have one that no stranger can use up. */
export async function mailBudgetOf(
  db: Queryable,
  purpose: MailPurpose,
  emailKey: string,
  asker: Asker | undefined,
): Promise<Bucket> {
  const subject = `${purpose}:${mailboxKey(emailKey)}`;
  const isOwn = asker !== undefined && (await isOwners(db, emailKey, asker));
  return { name: isOwn ? "mail-own" : "mail-account", subject };
}

async function isOwners(db: Queryable, emailKey: string, { deviceToken, userId }: Asker): Promise<boolean> {
  if (deviceToken !== null && (await isKnownDevice(db, deviceToken, emailKey))) return true;
  if (userId === null) return false;
  const own = await maybeOne(
    db,
    sql`select 1 as own from identity_users where id = ${userId} and email_key = ${emailKey}`,
  );
  return own !== null;
}
