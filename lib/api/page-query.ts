import { z } from "zod";
import { Id } from "#lib/api/ids.ts";
import { isDay } from "#lib/i18n/days.ts";

/** A day of a query: `2026-11-30`. */
export const Day = z.string().refine(isDay, "a day such as 2026-11-30");

/** The query of a list told page by page, newest first: what stands before an id, so many at most (1 to 50). */
export const pageBeforeQuery = z.object({
  /** Answers what is older than this id; null = from the newest on. */
  before: Id.optional().transform((id) => id ?? null),
  limit: z
    .string()
    .regex(/^([1-9]|[1-4]\d|50)$/, "1 to 50")
    .default("20")
    .transform(Number),
});

/**
 * The members of a query for a list whose pages say themselves where they go on: `cursor` is an answer's `nextCursor`. A larger `limit` than
 * `pageMax` is that many.
 */
export const cursorQuery = ({
  pageDefault,
  pageMax,
}: {
  readonly pageDefault: number;
  readonly pageMax: number;
}) => ({
  cursor: Id.optional(),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform((text) => Math.min(Number(text), pageMax))
    .default(pageDefault),
});

/** Every page of a list that says where it goes on, one after the other, from the newest. */
export async function* allPages<Page extends { readonly nextCursor: string | null }>(
  readPage: (beforeId: number | null) => Promise<Page>,
): AsyncGenerator<Page> {
  let beforeId: number | null = null;
  do {
    const page: Page = await readPage(beforeId);
    yield page;
    beforeId = page.nextCursor === null ? null : Number(page.nextCursor);
  } while (beforeId !== null);
}
