import sql, { empty, type Sql } from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { unsealWithOwnKey } from "#lib/sealed-text.ts";

/** A unit of an order; its text is null where it cannot be read. */
type OpenedUnit = { readonly unitId: number; readonly text: string | null };

/** What a unit keeps of its text. */
export type SealedUnit = {
  readonly unitId: number;
  readonly fingerprint: Buffer;
  readonly sealedKey: string | null;
  readonly sealedText: string | null;
};

/** Places of an order, from 1: those behind one and up to another. */
export type Part = { readonly behind: number; readonly upTo: number };

/** Narrows a statement to the places of a part; null = all of them. */
export function andWithin(part: Part | null, position: Sql): Sql {
  return part === null ? empty : sql`and ${position} > ${part.behind} and ${position} <= ${part.upTo}`;
}

/** One place as a part of its order. */
export const partOf = (place: number): Part => ({ behind: place - 1, upTo: place });

/** The units that an order is delivered with, in the places of a part, opened. Whose order it is, is the caller's to know. */
export async function openUnits(db: Queryable, orderId: number, part: Part): Promise<OpenedUnit[]> {
  const units = await rows<SealedUnit>(
    db,
    sql`select u.id as "unitId", u.fingerprint, u.sealed_key as "sealedKey", u.sealed_text as "sealedText"
        from ready_accounts_items i join ready_accounts_units u on u.id = i.unit_id
        where i.order_id = ${orderId} ${andWithin(part, sql`i.position`)} and i.released_at is null
        order by i.position`,
  );
  return units.map((unit) => ({ unitId: unit.unitId, text: openUnit(unit) }));
}

type Place = {
  /** From 1. */
  readonly place: number;
  /** The unit that is there now: the one that was delivered, or the last that replaced it. */
  readonly unitId: number;
  /** Null = there is no warranty. */
  readonly claimableUntil: Date | null;
  readonly isInTime: boolean;
  /** There is a claim about this very unit. */
  readonly isClaimed: boolean;
  readonly isRefunded: boolean;
};

/** The places of an order or of a part of it, as they are now. */
function placesOf(orderId: number, part: Part | null) {
  return sql`select i.position as place, u.id as "unitId", u.fingerprint, u.sealed_key as "sealedKey", u.sealed_text as "sealedText",
      w.until as "claimableUntil", coalesce(w.until > app_now(), false) as "isInTime",
      d.state is not null as "isClaimed", coalesce(d.state = 'refunded', false) as "isRefunded"
    from ready_accounts_items i
    join ready_accounts_orders r on r.id = i.order_id
    left join lateral (
      select c.replacement_unit_id, c.replacement_until from ready_accounts_claims c
      where c.order_id = i.order_id and c.position = i.position and c.state = 'replaced' order by c.id desc limit 1
    ) p on true
    join ready_accounts_units u on u.id = coalesce(p.replacement_unit_id, i.unit_id)
    left join ready_accounts_claims d on d.unit_id = u.id
    cross join lateral (
      select case when p.replacement_unit_id is null then r.warranty_until else p.replacement_until end as until
    ) w
    where i.order_id = ${orderId} and i.released_at is null ${andWithin(part, sql`i.position`)}
    order by i.position`;
}

/** One place of an order, or null. Whose order it is, is the caller's to know. */
export function findPlace(db: Queryable, orderId: number, place: number): Promise<Place | null> {
  return maybeOne<Place>(db, placesOf(orderId, partOf(place)));
}

/** What stands in the places of an order now, or in those of a part, opened. Whose order it is, is the caller's to know. */
export async function openPlaces(
  db: Queryable,
  orderId: number,
  part: Part | null = null,
): Promise<(Place & OpenedUnit)[]> {
  const found = await rows<Place & SealedUnit>(db, placesOf(orderId, part));
  return found.map(({ fingerprint, sealedKey, sealedText, ...place }) => ({
    ...place,
    text: openUnit({ unitId: place.unitId, fingerprint, sealedKey, sealedText }),
  }));
}

/** What an order's buyer has of it now, in its places, without accounts whose price came back; null when it has been removed. */
export async function listOrderTexts(db: Queryable, orderId: number): Promise<string[] | null> {
  return textsOf(await openPlaces(db, orderId));
}

/** The texts of places without those whose price came back; null where none can be read any more. */
export function textsOf(
  places: readonly (Pick<Place, "isRefunded"> & Pick<OpenedUnit, "text">)[],
): string[] | null {
  if (places.every(({ text }) => text === null)) return null;
  return places.flatMap(({ text, isRefunded }) => (text === null || isRefunded ? [] : [text]));
}

/** What a unit says, or null where it cannot be read. */
export function openUnit({ fingerprint, sealedKey, sealedText }: SealedUnit): string | null {
  if (sealedKey === null || sealedText === null) return null;
  try {
    return unsealWithOwnKey({ sealedKey, sealedText }, fingerprint);
  } catch {
    return null;
  }
}
