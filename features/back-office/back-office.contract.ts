import { z } from "zod";
import { Id } from "#lib/api/ids.ts";

/** Pieces that the desk's contracts share. */
export const IdNumber = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
export const instant = z.iso.datetime();
/** A day in UTC. PostgreSQL knows no year 0. */
export const Day = z.iso.date().refine((day) => day >= "2000-01-01");

/** What somebody of the staff says about the step; kept in the audit. */
export const Reason = z.string().trim().min(3).max(500);

/** A page of a list, newest first; the next one begins before the id of its last item. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ items: z.array(item), hasMore: z.boolean() });
}

/** Where a page begins: below this id. */
export const before = Id.optional();

/** Somebody of the staff, as the desk names them. */
export const Person = z.strictObject({ id: z.number().int(), name: z.string(), email: z.string() });
