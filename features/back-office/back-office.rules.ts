import type { UserActor } from "#lib/api/actor.ts";

/** Rows of a list at a time. */
export const deskPageSize = 50;

/** Who of the staff acts, and from where. */
export type Staff = {
  readonly staffId: UserActor["userId"];
  readonly permission: NonNullable<UserActor["staff"]>["permission"];
  readonly ip: string;
};

/** A page of a list of the desk. `nextBefore`: where the next one begins, in a list whose items' ids do not say it. */
export type Page<Item> = { items: Item[]; hasMore: boolean; nextBefore?: string | null };

/** Splits the rows of a read that asked for one more than a page. */
export function pageFrom<Row>(rows: readonly Row[], size: number = deskPageSize) {
  return { items: rows.slice(0, size), hasMore: rows.length > size };
}

/** The member of the staff behind a call; the gate has proven role, second factor and permission. */
export function staffOf(actor: UserActor, ip: string): Staff {
  return { staffId: actor.userId, permission: actor.staff?.permission ?? null, ip };
}
