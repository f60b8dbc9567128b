import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { statementSources } from "#app/api/statement-sources.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { ledgerChecks } from "#features/ledger/ledger.checks.ts";
import { moveFunds, reserveFunds, resolveHold } from "#features/ledger/ledger.writes.ts";
import { ledgerStatementChecks } from "#features/ledger/statement/statement.checks.ts";
import type { StatementLine, StatementPage } from "#features/ledger/statement/statement.contract.ts";
import { makeStatementRoutes } from "#features/ledger/statement/statement.routes.ts";
import { directions } from "#features/ledger/statement/statement.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences, offenceText } from "#lib/tooling/database/checks.ts";

// The model's movements have no payments, weeks or debts behind them, which the features below would miss.
const { db, owner } = await useTestDb({ checkAfterwards: false });

let caller = 0 as UserId;
const api = testApi(db, makeStatementRoutes(statementSources), async () => ({
  kind: "user",
  userId: caller,
  role: "user",
  via: "bearer",
}));

async function history(userId: UserId, query = ""): Promise<StatementPage> {
  caller = userId;
  const answer = await api.call("GET", `/api/balance/history${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as StatementPage;
}

/** Every page, until there is no further one. */
async function fullHistory(userId: UserId, query = ""): Promise<StatementLine[]> {
  const lines: StatementLine[] = [];
  let cursor: string | null = null;
  do {
    const page: StatementPage = await history(userId, `?${query}${cursor ? `&cursor=${cursor}` : ""}`);
    lines.push(...page.lines);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return lines;
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
});

afterAll(async () => {
  const own = [...ledgerChecks, ...ledgerStatementChecks].filter(({ name }) => !name.includes("Y6"));
  const offences = await listOffences(owner, own);
  expect(offences.filter(({ count }) => count > 0).map(offenceText)).toEqual([]);
});

type Step =
  | { do: "in"; kind: "top_up" | "cashback" | "welcome_bonus" | "adjustment_credit"; amount: number }
  | { do: "out"; amount: number }
  | { do: "hold"; amount: number }
  | { do: "resolve"; which: number; phase: "post" | "void" };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant("in" as const),
    kind: fc.constantFrom("top_up", "cashback", "welcome_bonus", "adjustment_credit"),
    amount: fc.integer({ min: 1, max: 1_000_000 }),
  }),
  fc.record({ do: fc.constant("out" as const), amount: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({ do: fc.constant("hold" as const), amount: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({
    do: fc.constant("resolve" as const),
    which: fc.nat(),
    phase: fc.constantFrom("post", "void"),
  }),
);

let made = 0;

/** Carries out what the balance allows; answers the transfers that were made, in order. */
async function live(userId: UserId, steps: readonly Step[]): Promise<number> {
  let available = 0;
  let transfers = 0;
  const open: { id: number; amount: number }[] = [];
  for (const one of steps) {
    made += 1;
    const reference = `model:${made}`;
    const movement = { userId, houseCode: "main", reference };
    if (one.do === "resolve") {
      const [hold] = open.splice(one.which % Math.max(1, open.length), 1);
      if (!hold) continue;
      await withTransaction(db, (tx) =>
        resolveHold(tx, hold.id, one.phase, one.phase === "post" ? "sms_received" : "expired"),
      );
      if (one.phase === "void") available += hold.amount;
    } else if (one.do === "in") {
      const amountKopecks = kopecks(one.amount);
      await moveFunds(db, { ...movement, kind: one.kind, amountKopecks, reason: "2026-W47" });
      available += one.amount;
    } else {
      if (one.amount > available) continue;
      const amountKopecks = kopecks(one.amount);
      available -= one.amount;
      if (one.do === "out")
        await moveFunds(db, { ...movement, kind: "debt_repayment", amountKopecks, reason: "debt" });
      else {
        const { holdId } = await withTransaction(db, (tx) =>
          reserveFunds(tx, { ...movement, kind: "top_up_refund", amountKopecks }),
        );
        open.push({ id: holdId, amount: one.amount });
      }
    }
    transfers += 1;
  }
  return transfers;
}

describe("any history", () => {
  test("adds up line by line from opening to closing balance, and shows every transfer once, whatever the page size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(100),
        async (steps, limit, split) => {
          const userId = await givenUser(db, 0);
          const transfers = await live(userId, steps);
          const lines = (await fullHistory(userId, `limit=${limit}`)).toReversed();
          expect(lines.map(({ version }) => version)).toEqual(lines.map((_, index) => index + 1));
          expect(lines).toHaveLength(transfers);
          let available = 0;
          for (const line of lines) {
            available += line.changeKopecks;
            expect(line.after.availableKopecks).toBe(available);
            expect(line.after.postedKopecks).toBe(available + line.after.heldKopecks);
          }
          const { opening, closing } = await history(userId);
          expect([opening.availableKopecks, closing.availableKopecks]).toEqual([0, available]);

          // Both directions together are the whole, and no line is in both.
          const parted = await Promise.all(
            directions
              .slice(1)
              .map((direction) => fullHistory(userId, `direction=${direction}&limit=${limit}`)),
          );
          const ids = (list: readonly StatementLine[]) => list.map(({ id }) => id).toSorted((a, b) => a - b);
          expect(ids(parted.flat())).toEqual(ids(lines));

          // Kind by kind as well.
          const kinds = [...new Set(lines.map(({ kind }) => kind))];
          const byKind = await Promise.all(
            kinds.map((kind) => fullHistory(userId, `kind=${kind}&limit=${limit}`)),
          );
          expect(ids(byKind.flat())).toEqual(ids(lines));

          // With captures told by their holds still every transfer is there once, and the balances still follow.
          const stories = (await fullHistory(userId, `captures=inside&limit=${limit}`)).toReversed();
          const told = stories.flatMap(({ id, outcome }) =>
            outcome?.move === "capture" ? [id, outcome.id] : [id],
          );
          expect(told.toSorted((a, b) => a - b)).toEqual(ids(lines));
          let before = 0;
          for (const story of stories) {
            expect(story.after.availableKopecks).toBe(before + story.changeKopecks);
            before = story.after.availableKopecks;
          }

          // A cut anywhere gives two stretches that fit together.
          const cut = lines[split % Math.max(1, lines.length)];
          if (cut) {
            const earlier = await history(userId, `?cursor=${cut.version + 1}&limit=200`);
            expect(ids(earlier.lines)).toEqual(ids(lines.slice(0, cut.version)));
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

test("a cashback names its week, a top-up that nobody describes its movement", async () => {
  const userId = await givenUser(db, 0);
  await live(userId, [{ do: "in", kind: "cashback", amount: 700 }]);
  const [line] = (await history(userId)).lines;
  expect(line).toMatchObject({
    kindText: "Cashback",
    moveText: "Received",
    reasonText: "for the week 2026-W47",
    number: String(line?.id),
    changeKopecks: 700,
  });
});

test("nobody sees a line of somebody else's", async () => {
  const [rich, poor] = [await givenUser(db, 500), await givenUser(db, 0)];
  expect((await history(poor)).lines).toEqual([]);
  expect((await history(rich)).lines).toHaveLength(1);
  expect((await history(poor, "?cursor=999999")).lines).toEqual([]);
});
