import { deskPageSize } from "#features/back-office/back-office.rules.ts";
import type { PersonNumber } from "#features/back-office/people/people.contract.ts";
import type { GoodsChoices } from "#features/catalogue/order-lists/order-lists.rules.ts";
import type { MyNumber } from "#features/rentals/my-numbers/my-numbers.contract.ts";
import {
  listNumberChoices,
  type NumbersAsk,
  readMyNumbers,
} from "#features/rentals/my-numbers/my-numbers.reads.ts";
import { type NumbersPlace, placeOf } from "#features/rentals/my-numbers/number-pages.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type Ask = NumbersAsk & { readonly before?: NumbersPlace | undefined };

/** A page of a user's numbers, bought and rented, newest first, without what their SMS said. Throws PERIOD_REVERSED. */
export async function listPersonNumbers(db: Db, userId: number, { before, ...ask }: Ask) {
  const found: MyNumber[] = [];
  let place: NumbersPlace | null = before ?? null;
  let nextBefore: string | null;
  // A narrow filter looks through a stretch of the orders at a time.
  do {
    const page = await readMyNumbers(db, { userId: userId as UserId }, ask, {
      ...{ place, limit: deskPageSize - found.length, rentalMessages: 0 },
    });
    found.push(...page.numbers);
    nextBefore = page.nextCursor;
    place = nextBefore === null ? null : placeOf(nextBefore);
  } while (found.length < deskPageSize && place !== null);
  return { items: found.map(withoutMessages), hasMore: nextBefore !== null, nextBefore };
}

/** Services and countries of a user's latest numbers, by name; none for a user who bought nothing. */
export function listPersonGoods(db: Db, userId: number, locale: Locale): Promise<GoodsChoices> {
  return listNumberChoices(db, { userId: userId as UserId }, locale);
}

function withoutMessages(number: MyNumber): PersonNumber {
  if (number.kind === "activation") {
    const { messages, ...order } = number;
    return { ...order, messagesCount: messages.length };
  }
  const { messages: _, ...rental } = number;
  return rental;
}
