import { recordAction } from "#features/identity/audit.writes.ts";
import { findCredentials } from "#features/identity/identity.reads.ts";
import { setContentRight, setStanding } from "#features/identity/staff.writes.ts";
import { type StaffPermission, staffPermissions } from "#lib/api/actor.ts";
import { createDb } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env, requireEnv } from "#lib/env.ts";
import { normaliseEmail } from "#lib/mail/address.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { say } from "#lib/tooling/terminal.ts";

/** Words that give the right to write the site's texts, and take it. */
const CONTENT: Readonly<Record<string, boolean>> = { content: true, "no-content": false };

/** Whoever runs the command stands in the audit under this number. */
const COMMAND = 0;

/** Gives an address the standing of a word, or takes it. Returns the exit code; throws a Problem for what is no such thing. */
export async function runStaff([address = "", word = ""]: readonly string[]): Promise<number> {
  const permission = (staffPermissions as readonly string[]).includes(word)
    ? (word as StaffPermission)
    : null;
  const mayEdit = CONTENT[word];
  if (permission === null && mayEdit === undefined && word !== "none") {
    const words = [...staffPermissions, "none", ...Object.keys(CONTENT)].join("|");
    throw new Problem(`Say npm run staff -- <e-mail> <${words}>`);
  }
  const emailKey = normaliseEmail(address)?.emailKey ?? "";
  const db = createDb(env.DATABASE_OWNER_URL ?? requireEnv("DATABASE_URL"), {
    max: 1,
    role: null,
    applicationName: "sms-den staff",
  });
  try {
    const person = await findCredentials(db, emailKey);
    if (!person)
      throw new Problem(`Nobody is registered as ${address}. Register and confirm the e-mail first.`);
    await withTransaction(db, async (tx) => {
      if (mayEdit === undefined) await setStanding(tx, person.userId, permission, null);
      else await setContentRight(tx, person.userId, mayEdit, null);
      const details = { after: mayEdit === undefined ? permission : word };
      await recordAction(tx, {
        actorId: COMMAND,
        action: "staff.set",
        subject: `user:${person.userId}`,
        details,
      });
    });
    say(`${person.email}: ${mayEdit === undefined ? (permission ?? "no member of the staff") : word}`);
  } finally {
    await db.close();
  }
  return 0;
}
