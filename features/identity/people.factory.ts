import { randomUUID } from "node:crypto";
import { storeApiKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { createUser } from "#features/identity/identity.writes.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { newSeed } from "#features/identity/second-factor/second-factor.gateway.ts";
import { seedSecondFactor } from "#features/identity/second-factor/second-factor.writes.ts";
import { setContentRight, setStanding } from "#features/identity/staff.writes.ts";
import type { StaffPermission, UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

const PASSWORD = "correct horse battery";

let passwordHash: Promise<string> | undefined;

export type Person = {
  readonly email: string;
  readonly password: string;
  /** The key for existing bots. */
  readonly apiKey: string;
  /** The seed of the authenticator application; nobody but the staff is asked for its code. */
  readonly totpSeed: string;
};

/**
 * A confirmed account that can log in by password and has a key for bots, under an address that nobody has. With
 * `staff` a member of the staff, whose second factor is on; with `content` one who writes the site's texts and may nothing else.
 */
export async function givenPerson(
  db: Db,
  { staff }: { staff?: StaffPermission | "content" } = {},
): Promise<Person & { userId: UserId }> {
  passwordHash ??= hashPassword(PASSWORD);
  const email = `person-${randomUUID().slice(0, 13)}@example.com`;
  const totpSeed = newSeed();
  const apiKey = randomUUID().replaceAll("-", "");
  const account = { email, emailKey: email, name: "Person", passwordHash: await passwordHash } as const;
  const userId = await withTransaction(db, async (tx) => {
    const made = await createUser(tx, { ...account, locale: "en", role: staff ? "staff" : "user" });
    if (made === null) throw new Error(`${email} is somebody's`);
    await storeApiKey(tx, made, apiKey);
    if (staff) {
      if (staff === "content") await setContentRight(tx, made, true, null);
      else await setStanding(tx, made, staff, null);
      await seedSecondFactor(tx, made, totpSeed);
    }
    return made;
  });
  return { userId, email, password: PASSWORD, apiKey, totpSeed };
}
