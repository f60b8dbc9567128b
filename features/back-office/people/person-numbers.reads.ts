import type { ActivationView } from "#features/activations/activations.contract.ts";
import { readMyNumbers } from "#features/activations/my-numbers/my-numbers.reads.ts";
import { deskPageSize, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { PersonNumber } from "#features/back-office/people/people.contract.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type Ask = {
  readonly locale: Locale;
  readonly number?: string | undefined;
  readonly before?: number | undefined;
};

/** A page of a user's numbers, newest first, without what their SMS said. */
export async function listPersonNumbers(db: Db, userId: number, { locale, number, before }: Ask) {
  const found: ActivationView[] = [];
  let beforeId = before ?? null;
  // A search for digits looks through a stretch of the orders at a time.
  do {
    const limit = deskPageSize + 1 - found.length;
    const page = await readMyNumbers(
      db,
      { userId: userId as UserId },
      { locale, number },
      { beforeId, limit },
    );
    found.push(...page.numbers);
    beforeId = page.nextCursor === null ? null : Number(page.nextCursor);
  } while (found.length <= deskPageSize && beforeId !== null);
  const { items, hasMore } = pageFrom(found);
  return {
    items: items.map(
      ({ messages, ...order }): PersonNumber => ({ ...order, messagesCount: messages.length }),
    ),
    hasMore,
  };
}
