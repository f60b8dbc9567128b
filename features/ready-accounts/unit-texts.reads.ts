import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { unsealWithOwnKey } from "#lib/sealed-text.ts";

/** A unit of an order; its text is null where it cannot be read. */
type OpenedUnit = { readonly unitId: number; readonly text: string | null };

type SealedUnit = {
  readonly unitId: number;
  readonly fingerprint: Buffer;
  readonly sealedKey: string | null;
  readonly sealedText: string | null;
};

/** The units of an order in their places, opened. Whose order it is, is the caller's to know. */
export async function openUnits(db: Queryable, orderId: number): Promise<OpenedUnit[]> {
  const units = await rows<SealedUnit>(
    db,
    sql`select u.id as "unitId", u.fingerprint, u.sealed_key as "sealedKey", u.sealed_text as "sealedText"
        from ready_accounts_items i join ready_accounts_units u on u.id = i.unit_id
        where i.order_id = ${orderId} and i.released_at is null order by i.position`,
  );
  return units.map((unit) => ({ unitId: unit.unitId, text: textOf(unit) }));
}

/** What an order delivered, in its places; null when it has been removed. */
export async function listOrderTexts(db: Queryable, orderId: number): Promise<string[] | null> {
  const texts = (await openUnits(db, orderId)).flatMap(({ text }) => (text === null ? [] : [text]));
  return texts.length === 0 ? null : texts;
}

function textOf({ fingerprint, sealedKey, sealedText }: SealedUnit): string | null {
  if (sealedKey === null || sealedText === null) return null;
  try {
    return unsealWithOwnKey({ sealedKey, sealedText }, fingerprint);
  } catch {
    return null;
  }
}
