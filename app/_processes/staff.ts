import "#lib/tooling/say-problems.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { findCredentials } from "#features/identity/identity.reads.ts";
import { setStanding } from "#features/identity/staff.writes.ts";
import { type StaffPermission, staffPermissions } from "#lib/api/actor.ts";
import { createDb } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env, requireEnv } from "#lib/env.ts";
import { normaliseEmail } from "#lib/mail/address.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

/** Whoever runs the command stands in the audit under this number. */
const COMMAND = 0;

/**
 * `npm run staff -- <e-mail> <support|money|money-lead|none>`: makes the first lead of an installation, who appoints the
 * others at the desk; the way back in when no lead is left. Noted in the audit.
 */
await runCommand(async () => {
  const [address = "", word = ""] = process.argv.slice(2);
  const permission = (staffPermissions as readonly string[]).includes(word)
    ? (word as StaffPermission)
    : null;
  if (permission === null && word !== "none") {
    throw new Problem(`Say npm run staff -- <e-mail> <${[...staffPermissions, "none"].join("|")}>`);
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
      await setStanding(tx, person.userId, permission, null);
      const details = { after: permission };
      await recordAction(tx, {
        actorId: COMMAND,
        action: "staff.set",
        subject: `user:${person.userId}`,
        details,
      });
    });
    say(`${person.email}: ${permission ?? "no member of the staff"}`);
  } finally {
    await db.close();
  }
  return 0;
});
