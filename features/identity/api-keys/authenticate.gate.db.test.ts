import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { authenticateKey } from "#features/identity/api-keys/authenticate.gate.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { db, makeUser } from "#features/identity/identity-routes.factory.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { eventually } from "#lib/testing/eventually.ts";

const OWN = "203.0.113.7";
const FOREIGN = "198.51.100.7";

async function givenKey() {
  const { userId } = await makeUser();
  const input = keyInput({ networks: ["203.0.113.0/24"] });
  const { key } = await withTransaction(db, (tx) => createKey(tx, userId, "live", input));
  const useFrom = async (ip: string) => (await authenticateKey(db, key, ip, "getBalance")).refusal;
  const isNoted = async () =>
    (
      await one<{ isNoted: boolean }>(
        db,
        sql`select last_used_at is not null as "isNoted" from identity_api_keys where user_id = ${userId}`,
      )
    ).isNoted;
  return { useFrom, isNoted };
}

test("the last use of a key is noted when it is let in, not when its address is refused, whichever call comes first", async () => {
  const stolen = await givenKey();
  const used = await givenKey();
  // The owner of a key is remembered for seconds: the first call of both is the refused one.
  for (const key of [stolen, used]) expect(await key.useFrom(FOREIGN)).toBe("address");
  expect(await used.useFrom(OWN)).toBeNull();
  await eventually(async () => expect(await used.isNoted()).toBe(true));
  expect(await stolen.isNoted()).toBe(false);
});
