import sql from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type {
  Described,
  StatementSource,
  StatementSources,
} from "#features/ledger/statement/statement.reads.ts";
import { readEarnings } from "#features/partners/earnings/earnings.reads.ts";
import { orderOfReference } from "#features/partners/earnings/earnings.rules.ts";
import type { EarningSums } from "#features/partners/statement/partner-statement.contract.ts";
import { withdrawalStatementSource } from "#features/payments/statement.reads.ts";
import { countryOf, serviceOf } from "#features/statistics/subjects.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type Order = {
  readonly earningId: number;
  readonly orderKind: string;
  readonly orderId: number;
  readonly serviceId: number;
  readonly countryId: number;
  readonly number: string;
};

/** The earning of `earning:17`, or null. */
function earningIdOf(reference: string): number | null {
  const match = /^earning:([1-9]\d{0,14})$/.exec(reference);
  return match ? Number(match[1]) : null;
}

/** The orders of a partner's earnings: those with these ids, and those of these orders. Each is found by an index. */
function listOrders(
  db: Db,
  userId: number,
  { earningIds, orderIds }: { earningIds: readonly number[]; orderIds: readonly number[] },
): Promise<Order[]> {
  return rows<Order>(
    db,
    sql`select e.id as "earningId", e.order_kind as "orderKind", e.order_id as "orderId", o.service_id as "serviceId",
          o.country_id as "countryId", o.number::text as number
        from (select id, order_kind, order_id from partners_earnings
                where id = any (${[...earningIds]}::bigint[]) and user_id = ${userId}
              union select id, order_kind, order_id from partners_earnings
                where order_id = any (${[...orderIds]}::bigint[]) and user_id = ${userId}) e
        cross join lateral (
          select service_id, country_id, number from statistics_supplied_activations
            where e.order_kind = 'activation' and order_id = e.order_id
          union all
          select service_id, country_id, number from statistics_supplied_rentals
            where e.order_kind <> 'activation' and order_id = e.order_id
          offset 0) o`,
  );
}

const describe: StatementSource["describe"] = async (db, { userId, lines, locale }) => {
  const about = lines.map(({ id, reference }) => ({
    lineId: id,
    earningId: earningIdOf(reference),
    order: orderOfReference(reference),
  }));
  const [catalogue, orders] = await Promise.all([
    readCatalogue(db),
    listOrders(db, userId, {
      earningIds: about.flatMap(({ earningId }) => earningId ?? []),
      orderIds: about.flatMap(({ order }) => order?.orderId ?? []),
    }),
  ]);
  const byEarning = new Map(orders.map((order) => [order.earningId, order]));
  const byOrder = new Map(orders.map((order) => [`${order.orderKind}:${order.orderId}`, order]));
  const told = new Map<number, Described>();
  for (const { lineId, earningId, order: named } of about) {
    const order = named
      ? byOrder.get(`${named.orderKind}:${named.orderId}`)
      : earningId === null
        ? undefined
        : byEarning.get(earningId);
    if (!order) continue;
    const { name: title, icon } = serviceOf(order.serviceId, catalogue, locale);
    const country = countryOf(order.countryId, catalogue, locale);
    told.set(lineId, {
      number: String(order.orderId),
      subject: {
        title,
        detail: `${country.name} · +${order.number}`,
        icon,
        detailIcon: country.icon || null,
      },
    });
  }
  return told;
};

/** What the statement tells about earnings: the order, as a partner may know it, nothing of its buyer. */
const earningStatementSource: StatementSource = { kinds: ["partner_accrual", "partner_reversal"], describe };

/** The fine of `fine:4:90000`, as the partner's list of fines numbers it. */
const fineStatementSource: StatementSource = {
  kinds: ["partner_fine"],
  describe: async (_db, { lines }) =>
    new Map(
      lines.flatMap(({ id, reference }): [number, Described][] => {
        const [, number] = /^fine:([1-9]\d{0,14}):/.exec(reference) ?? [];
        return number === undefined ? [] : [[id, { number, subject: null }]];
      }),
    ),
};

/** Who tells what a line of a partner's statement is about. */
export const partnerStatementSources: StatementSources = [
  earningStatementSource,
  fineStatementSource,
  withdrawalStatementSource,
];

/** A partner's money as the page and its live reading tell it. */
export async function readEarningSums(db: Db, userId: number): Promise<EarningSums> {
  const { availableKopecks, pendingKopecks, heldKopecks, owedKopecks, nextAvailableAt, version } =
    await readEarnings(db, userId);
  return {
    ...{ availableKopecks, pendingKopecks, heldKopecks, owedKopecks, version },
    nextAvailableAt: nextAvailableAt?.toISOString() ?? null,
  };
}
