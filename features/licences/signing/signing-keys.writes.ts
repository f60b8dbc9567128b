import { generateKeyPairSync } from "node:crypto";
import sql from "sql-template-tag";
import { findSigningKey } from "#features/licences/signing/signing-keys.reads.ts";
import { kidOf, publicBytes, type SigningKey } from "#features/licences/signing/token.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { seal } from "#lib/sealed-text.ts";

/** The key that signs; the first call makes it, once, however many come at the same moment. */
export async function ensureSigningKey(tx: Tx): Promise<SigningKey> {
  const known = await findSigningKey(tx);
  if (known) return known;
  await addKey(tx);
  const made = await findSigningKey(tx);
  if (!made) throw new Error("No key signs licences");
  return made;
}

/** Writes a new pair; where one signs already nothing happens. */
async function addKey(tx: Tx): Promise<void> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const x = publicBytes(publicKey);
  const sealed = seal(privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"));
  await execute(
    tx,
    sql`insert into licences_signing_keys (kid, public_key, sealed_private_key) values (${kidOf(x)}, ${x}, ${sealed})
        on conflict ((true)) where retired_at is null do nothing`,
  );
}

/**
 * Another key signs from now on, and the private part of the old one is gone. What the old one signed stays good; `isStolen`: it proves
 * nothing any more, and owners find a new key in their licences.
 */
export async function rotateSigningKey(
  tx: Tx,
  { isStolen }: { isStolen: boolean },
): Promise<{ kid: string }> {
  await ensureSigningKey(tx);
  await execute(
    tx,
    sql`update licences_signing_keys set retired_at = app_now(), sealed_private_key = null,
          withdrawn_at = case when ${isStolen} then app_now() end
        where retired_at is null`,
  );
  const { kid } = await ensureSigningKey(tx);
  return { kid };
}
