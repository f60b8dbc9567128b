import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statementSources } from "#app/api/statement-sources.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { ledgerChecks } from "#features/ledger/ledger.checks.ts";
import { findStretch } from "#features/ledger/statement/histories.reads.ts";
import { ledgerStatementChecks } from "#features/ledger/statement/statement.checks.ts";
import {
  everything,
  kindText,
  type LineFilter,
  readStatement,
  statementOf,
} from "#features/ledger/statement/statement.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { locales } from "#lib/i18n/locales.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences, offenceText } from "#lib/tooling/database/checks.ts";

// Rows in masses, without the shares and invoices that the features below would look for.
const { db, owner } = await useTestDb({ checkAfterwards: false });

/** Rows of one user. Of four, the first order is refunded and the second is captured; each 250th four are top-ups. */
const ROWS = 100_000;
const ALWAYS = { from: null, to: null, timeZone: "UTC" };

let userId = 0 as UserId;
let walletId = 0;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  userId = await givenUser(db, 1_000_000);
  walletId = (await one<{ id: number }>(db, sql`select id from ledger_accounts where user_id = ${userId}`))
    .id;
  const base = 1_000;
  await withTransaction(
    owner,
    async (tx) => {
      await execute(
        tx,
        sql`insert into ledger_transfers (id, kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference, pending_id,
            account_id, posted_after_kopecks, held_after_kopecks, account_version, reason, created_at) overriding system value
          select ${base} + n, line.kind, phase,
            case when line.kind = 'top_up' then clearing.id else ${walletId} end,
            case when line.kind = 'top_up' then ${walletId} else revenue.id end, 1,
            case when line.kind = 'top_up' then 'payment:test:' || n
              else 'activation:' || (500000 + (n + 1) / 2) || ':hold' || case phase when 'pending' then '' else ':' || phase end end,
            case when phase in ('post', 'void') then ${base} + n - 1 end, ${walletId},
            1000000 + sum(case when phase = 'single' then 1 when phase = 'post' then -1 else 0 end) over (order by n),
            sum(case phase when 'pending' then 1 when 'single' then 0 else -1 end) over (order by n),
            n + 1, case phase when 'void' then 'expired' when 'post' then 'sms_received' end,
            clock_timestamp() - interval '300 days' + n * interval '4 minutes'
          from (
            select n, case when (n - 1) / 4 % 250 = 249 then 'top_up' else 'activation' end as kind,
              case when (n - 1) / 4 % 250 = 249 then 'single'
                else (array['pending', 'void', 'pending', 'post'])[(n - 1) % 4 + 1] end as phase
            from generate_series(1, ${ROWS}) n) line,
            ledger_accounts clearing, ledger_accounts revenue
          where clearing.kind = 'clearing' and clearing.code = 'test-gateway' and revenue.kind = 'revenue'
          order by n`,
      );
      await execute(
        tx,
        sql`update ledger_accounts set version = ${ROWS} + 1,
              posted_kopecks = (select posted_after_kopecks from ledger_transfers where id = ${base + ROWS})
            where id = ${walletId}`,
      );
      // One order of a hundred is for another service.
      await execute(
        tx,
        sql`insert into activations (id, user_id, service_id, country_id, offer_id, supplier_id, supplier_kind, operator, number,
            state, price_kopecks, cost_kopecks, offer_version, hold_id, idempotency_key, input_hash, channel, hold_minutes,
            due_at, expires_at, closed_at) overriding system value
          select 500000 + o, ${userId}, case when o % 100 = 0 then 1 else 52 end, 6, 1, 1, 'own', 'any', 628110000000 + o, 'cancelled',
            1, 1, 1, ${base} + 2 * o - 1, 'long:' || o, 'none', 'api', 20, app_now(), app_now(), app_now()
          from generate_series(1, ${ROWS / 2}) o where (2 * o - 1 - 1) / 4 % 250 <> 249`,
      );
    },
    { statementTimeoutMs: 60_000 },
  );
  await execute(owner, sql`analyze ledger_transfers, activations`);
}, 120_000);

afterAll(async () => {
  const own = [...ledgerChecks, ...ledgerStatementChecks];
  const offences = await listOffences(owner, own);
  expect(offences.filter(({ count }) => count > 0).map(offenceText)).toEqual([]);
});

type Plan = {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: Plan[];
};

async function planOf(filter: LineFilter, from = 1, before = ROWS + 2): Promise<Plan[]> {
  const stretch = { accountId: walletId, first: from, last: before - 1, isReckoned: false };
  const statement = await statementOf(db, statementSources, stretch, filter, {
    newestFirst: true,
    limit: 51,
  });
  const [row] = await rows<{ "QUERY PLAN": [{ Plan: Plan }] }>(owner, {
    text: `explain (analyze, buffers, format json) ${statement?.text}`,
    values: statement?.values ?? [],
  });
  const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)];
  return nodes(row!["QUERY PLAN"][0].Plan);
}

const code = async () =>
  (await one<{ code: string }>(db, sql`select code from catalogue_services where id = 1`)).code;

describe(`a page of ${ROWS.toLocaleString("en")} rows`, () => {
  const filters: readonly [string, Partial<LineFilter>, number][] = [
    ["everything", {}, 400],
    ["everything, captures told by their holds", { capturesInside: true }, 500],
    ["outgoing", { direction: "outgoing" }, 500],
    ["incoming", { direction: "incoming" }, 500],
    ["orders", { kind: "activation" }, 400],
    ["top-ups, one in 250", { kind: "top_up" }, 400],
    ["a service, one order in a hundred", { service: "rare" }, 40_000],
  ];

  test.each(filters)(
    "of %s is a range of one index: nothing is sorted, no table is read through",
    async (_name, filter, blocks) => {
      const service = filter.service ? await code() : null;
      for (const before of [ROWS + 2, ROWS / 2]) {
        const nodes = await planOf({ ...everything, ...filter, service }, 1, before);
        const types = nodes.map((node) => node["Node Type"]);
        expect(types.filter((type) => /Sort|Seq Scan|Bitmap|Hash/.test(type))).toEqual([]);
        expect(
          nodes.find((node) => /^ledger_transfers_history/.test(node["Index Name"] ?? "")),
        ).toBeDefined();
        // Work done, whatever the machine: blocks of 8 KB that were looked at.
        expect(nodes[0]!["Shared Hit Blocks"] + nodes[0]!["Shared Read Blocks"]).toBeLessThan(blocks);
      }
    },
  );

  test("finds the days of a period by halving, and the page in them at once", async () => {
    const days = await one<{ from: string; to: string }>(
      db,
      sql`select to_char(clock_timestamp() - interval '200 days', 'YYYY-MM-DD') as from,
            to_char(clock_timestamp() - interval '190 days', 'YYYY-MM-DD') as to`,
    );
    const stretch = await findStretch(
      db,
      { userId, balance: "user" },
      { ...days, timeZone: "Asia/Kathmandu" },
    );
    // 11 days of a row every 4 minutes.
    expect(stretch!.last - stretch!.first + 1).toBeGreaterThan(11 * 360 - 3);
    expect(stretch!.last - stretch!.first + 1).toBeLessThan(11 * 360 + 3);
    const [edge] = await rows<{ before: boolean; after: boolean }>(
      db,
      sql`select
            (select created_at from ledger_transfers where account_id = ${walletId} and account_version = ${stretch!.first - 1})
              < ${days.from}::date::timestamp at time zone 'Asia/Kathmandu' as before,
            (select created_at from ledger_transfers where account_id = ${walletId} and account_version = ${stretch!.first})
              >= ${days.from}::date::timestamp at time zone 'Asia/Kathmandu' as after`,
    );
    expect(edge).toEqual({ before: true, after: true });
    const nodes = await planOf(everything, stretch!.first, stretch!.last + 1);
    expect(nodes.map((node) => node["Node Type"]).filter((type) => /Sort|Seq Scan/.test(type))).toEqual([]);
  });

  test("comes with names of services, and the next one goes on where it ended", async () => {
    const ask = {
      userId,
      balance: "user" as const,
      locale: "ru" as const,
      period: ALWAYS,
      filter: everything,
      limit: 50,
    };
    const first = await readStatement(db, statementSources, { ...ask, before: null });
    const second = await readStatement(db, statementSources, { ...ask, before: Number(first.nextCursor) });
    const versions = [...first.lines, ...second.lines].map(({ version }) => version);
    expect(versions).toEqual(Array.from({ length: 100 }, (_, index) => ROWS + 1 - index));
    const order = second.lines.find(({ kind }) => kind === "activation");
    expect(order?.subject).toMatchObject({ title: "Telegram", detail: "Индонезия" });
    expect(order?.page).toBe(`/profile/numbers?number=${order?.number}`);
  });
});

test("every kind of movement and every move has its words in every language", async () => {
  const kinds = await rows<{ kind: string }>(db, sql`select kind from ledger_kinds`);
  const without = locales.flatMap((locale) =>
    kinds
      .filter(({ kind }) => kindText(locale, kind) === `ledger.kinds.${kind}`)
      .map(({ kind }) => `${locale} ${kind}`),
  );
  expect(without, "Add the kind to `ledger.kinds` of messages/*.json.").toEqual([]);
});
