import type { Described, LineFacts } from "#features/ledger/statement/statement.reads.ts";

type Orders<Order> = {
  /** What references of these orders begin with: `rental` of `rental:17:hold`. */
  readonly word: string;
  /** The orders that the holder may see. */
  readonly find: (ids: readonly number[]) => Promise<readonly Order[]>;
  readonly describe: (order: Order, line: LineFacts) => Described;
};

/** Describes lines by the orders that their references name, for a `StatementSource`; lines of others are left out. */
export async function describeByOrder<Order extends { readonly id: number }>(
  lines: readonly LineFacts[],
  { word, find, describe }: Orders<Order>,
): Promise<ReadonlyMap<number, Described>> {
  const pattern = new RegExp(String.raw`^${word}:([1-9]\d{0,14})(?::|$)`);
  const named = lines.flatMap((line) => {
    const orderId = pattern.exec(line.reference)?.[1];
    return orderId === undefined ? [] : [{ line, orderId: Number(orderId) }];
  });
  const orders = await find([...new Set(named.map(({ orderId }) => orderId))]);
  const byId = new Map(orders.map((order) => [order.id, order]));
  return new Map(
    named.flatMap(({ line, orderId }) => {
      const order = byId.get(orderId);
      return order ? [[line.id, describe(order, line)] as const] : [];
    }),
  );
}
