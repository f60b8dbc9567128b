/** Below which ids the next page begins: orders and rentals have ids of their own. */
export type NumbersPlace = { readonly activation: number; readonly rental: number };

/** A place as clients send it: `100123.500000007`. */
export const placePattern = /^[1-9]\d{0,15}\.[1-9]\d{0,15}$/;

/** From the newest on. */
export const fromNewest: NumbersPlace = {
  activation: Number.MAX_SAFE_INTEGER,
  rental: Number.MAX_SAFE_INTEGER,
};

/** The place in a text that matches `placePattern`. */
export function placeOf(text: string): NumbersPlace {
  const [activation, rental] = text.split(".");
  return { activation: Number(activation), rental: Number(rental) };
}

/** The place as clients send it back. */
export function placeText({ activation, rental }: NumbersPlace): string {
  return `${activation}.${rental}`;
}

type Dated = { readonly id: number; readonly requestedAt: string };

/** A list, newest first, as far as it was read. */
export type ReadSoFar<Item extends Dated> = {
  readonly items: readonly Item[];
  /** It goes on below this id; null at its end. */
  readonly nextBeforeId: number | null;
  /** Nothing newer than this is left in it; null where only its items say so. */
  readonly lookedBackTo: string | null;
};

/** A list that was not asked for. */
export const nothingRead = { items: [], nextBeforeId: null, lookedBackTo: null } as const;

/** No id is below it. */
const END = 1;

/** A list with how many of its items the page has. */
class Walk<Item extends Dated> {
  taken = 0;
  readonly #list: ReadSoFar<Item>;

  constructor(list: ReadSoFar<Item>) {
    this.#list = list;
  }

  get next(): Item | undefined {
    return this.#list.items[this.taken];
  }

  /** Where the next page goes on in it. */
  get place(): number {
    return this.next ? this.next.id + 1 : (this.#list.nextBeforeId ?? END);
  }

  /** Could it have something, read or not, that is newer than this? */
  mayPrecede(at: string): boolean {
    if (this.next) return this.next.requestedAt > at;
    const { nextBeforeId, lookedBackTo } = this.#list;
    return nextBeforeId !== null && (lookedBackTo === null || lookedBackTo > at);
  }
}

/**
 * The newest of both lists, `limit` at most, and where the page after them begins (null: behind all of both). Each list keeps
 * its order, so that pages neither lose nor double anything. A list that was read in part and may still have something newer
 * ends the page early.
 */
export function newestOfBoth<Activation extends Dated, Rental extends Dated>(
  activations: ReadSoFar<Activation>,
  rentals: ReadSoFar<Rental>,
  limit: number,
): { taken: (Activation | Rental)[]; next: NumbersPlace | null } {
  const [left, right] = [new Walk(activations), new Walk(rentals)];
  const taken: (Activation | Rental)[] = [];
  while (taken.length < limit) {
    const isLeft = left.next !== undefined && !right.mayPrecede(left.next.requestedAt);
    const walk = isLeft ? left : right;
    const item = walk.next;
    if (!item || (!isLeft && left.mayPrecede(item.requestedAt))) break;
    taken.push(item);
    walk.taken += 1;
  }
  const next = { activation: left.place, rental: right.place };
  return { taken, next: next.activation === END && next.rental === END ? null : next };
}
