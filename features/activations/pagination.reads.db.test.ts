import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { listOrderIds, listUserMessages, type MessagePlace } from "#features/activations/pagination.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

// Rows that no purchase made: their holds are nowhere.
const { db, owner } = await useTestDb({ checkAfterwards: false });
const USER = 7;
/** Somebody with a few orders among all of these. */
const OTHER = 9;
const ORDERS = 12_000;

beforeAll(async () => {
  await execute(
    owner,
    sql`insert into activations (id, user_id, service_id, country_id, offer_id, supplier_id, supplier_kind, operator, number, state,
          price_kopecks, cost_kopecks, offer_version, hold_id, idempotency_key, input_hash, channel, hold_minutes, due_at,
          expires_at, closed_at, close_reason, messages_count)
        select n, case when n > ${ORDERS} then ${OTHER}::bigint else ${USER} end, 52, 6, 1, 1, 'own', 'any', 628110000000 + n, case when n % 4000 = 0 then 'banned' else 'completed' end,
          100, 50, 1, n, 'key-' || n, 'hash', 'api', 20, now(), now(), now(), 'finished', case when n % 10 = 0 then 1 else 0 end
        from generate_series(1, ${ORDERS + 20}) n`,
  );
  await execute(
    owner,
    sql`insert into activations_messages (activation_id, sms_id) select n, n from generate_series(10, ${ORDERS}, 10) n`,
  );
  await execute(owner, sql`analyze activations, activations_messages`);
});

describe("orders page by page", () => {
  it("of a rare state: pages may be short, a walk meets all of them, and no page reads a whole history", async () => {
    const filter = { states: ["banned" as const], serviceId: null, countryId: null };
    const pages: number[][] = [];
    let beforeId: number | null = null;
    do {
      const page: { ids: number[]; nextBeforeId: number | null } = await listOrderIds(
        db,
        { userId: USER },
        filter,
        {
          beforeId,
          limit: 50,
        },
      );
      pages.push(page.ids);
      beforeId = page.nextBeforeId;
    } while (beforeId !== null);
    expect(pages.flat()).toEqual([12_000, 8_000, 4_000]);
    expect(pages).toHaveLength(3);
  });

  it("without a filter: full pages to the last", async () => {
    const filter = { states: null, serviceId: null, countryId: null };
    const { ids, nextBeforeId } = await listOrderIds(db, { userId: USER }, filter, {
      beforeId: 52,
      limit: 50,
    });
    expect([ids.length, ids[0], ids.at(-1), nextBeforeId]).toEqual([50, 51, 2, 2]);
    const last = await listOrderIds(db, { userId: USER }, filter, { beforeId: 2, limit: 50 });
    expect(last).toEqual({ ids: [1], nextBeforeId: null, lookedBackTo: null });
  });

  it("are found by the index of the user's orders, and their refunds by the reference", async () => {
    const plans: string[] = [];
    const explaining = {
      query: async (statement: { text: string; values: unknown[] }) => {
        const { text, values } = statement;
        const found = await owner.query<{ "QUERY PLAN": object }>({
          text: `explain (format json) ${text}`,
          values,
        });
        plans.push(JSON.stringify(found.rows));
        return { rows: [] };
      },
    } as unknown as Queryable;
    const filter = { states: ["banned" as const], serviceId: 52, countryId: 6 };
    await listOrderIds(explaining, { userId: OTHER }, filter, { beforeId: 100_000, limit: 50 });
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).toContain("activations_history");
    const refunded = { ...filter, refunded: "added" as const };
    await listOrderIds(explaining, { userId: OTHER }, refunded, { beforeId: 100_000, limit: 50 });
    expect(plans[2]).toContain("activations_history");
    expect(plans[2]).toContain("ledger_transfers_reference");
  });
});

describe("SMS of all orders", () => {
  it("a walk over several thousand orders meets each once, newest first", async () => {
    const met: number[] = [];
    let place: MessagePlace | null = null;
    do {
      const page: Awaited<ReturnType<typeof listUserMessages>> = await listUserMessages(
        db,
        { userId: USER },
        place,
        100,
      );
      expect(page.messages.length).toBeLessThanOrEqual(100);
      met.push(...page.messages.map(({ activationId }) => activationId));
      place = page.next;
    } while (place !== null);
    expect(met).toEqual(Array.from({ length: ORDERS / 10 }, (_, at) => ORDERS - at * 10));
  });

  it("of somebody without orders are none", async () => {
    expect(await listUserMessages(db, { userId: 8 }, null, 10)).toEqual({ messages: [], next: null });
  });
});
