import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { sealChecks } from "#features/ledger/seals/seals.checks.ts";
import { sealTransfers } from "#features/ledger/seals/seals.writes.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks, undone } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb();
const AT_ONCE = { everyMinutes: 0 };
let last = 0;

async function credit(tx: Pick<Tx, "query"> = db): Promise<number> {
  last += 1;
  const row = await one<{ transfer_id: number }>(
    tx,
    sql`select transfer_id from ledger_move('demo_credit', ${(last % 7) + 1}, 'main', ${last}, ${`test:${last}`}, 'a;"b''\\')`,
  );
  return row.transfer_id;
}

type Seal = { id: number; from_id: number; to_id: number; transfers_count: number };
const seals = () =>
  rows<Seal>(db, sql`select id, from_id, to_id, transfers_count from ledger_seals order by id`);
const sealed = async () => (await seals()).reduce((sum, { transfers_count }) => sum + transfers_count, 0);
const transfers = async () =>
  (await one<{ n: number }>(db, sql`select count(*) as n from ledger_transfers`)).n;
const broken = (on: Queryable = owner) => offendedChecks(on, sealChecks);

test("without transfers there is nothing to seal", async () => {
  expect(await sealTransfers(db, AT_ONCE)).toBe(0);
});

test("a seal covers every transfer once, the next one those after it, and an hour lies between them", async () => {
  for (let index = 0; index < 30; index += 1) await credit();
  expect(await sealTransfers(db)).toBe(30);
  await credit();
  expect(await sealTransfers(db)).toBe(0);
  expect(await sealTransfers(db, AT_ONCE)).toBe(1);
  expect(await sealTransfers(db, AT_ONCE)).toBe(0);
  const [first, second] = await seals();
  expect(second).toMatchObject({ id: 2, from_id: (first?.to_id ?? 0) + 1, transfers_count: 1 });
  expect(await broken()).toEqual([]);
});

test("a full seal's worth does not wait for the hour, and a long gap is sealed in pieces", async () => {
  for (let index = 0; index < 23; index += 1) await credit();
  expect(await sealTransfers(db, { transfersMax: 10 })).toBe(23);
  expect((await seals()).slice(-3).map(({ transfers_count }) => transfers_count)).toEqual([10, 10, 3]);
});

test("ten sweeps at once make one seal", async () => {
  for (let index = 0; index < 20; index += 1) await credit();
  const before = (await seals()).length;
  const counts = await Promise.all(Array.from({ length: 10 }, () => sealTransfers(db, AT_ONCE)));
  expect(counts.filter((count) => count > 0)).toEqual([20]);
  expect((await seals()).length).toBe(before + 1);
});

test("a transfer whose transaction ends late is waited for, although younger ones are visible", async () => {
  let late = 0;
  let sealing: Promise<number> = Promise.resolve(0);
  await withTransaction(db, async (tx) => {
    late = await credit(tx);
    await credit();
    sealing = sealTransfers(db, AT_ONCE);
    await pause(300);
    expect(await transfers()).toBe((await sealed()) + 1);
  });
  expect(await sealing).toBe(2);
  expect((await seals()).at(-1)?.from_id).toBeLessThanOrEqual(late);
  expect(await sealed()).toBe(await transfers());
});

test("under forty writers nothing is left out and nothing is sealed twice", async () => {
  let isOn = true;
  const writers = Array.from({ length: 40 }, async (_, writer) => {
    for (let index = 0; index < 25; index += 1) {
      await withTransaction(db, async (tx) => {
        await credit(tx);
        if ((writer + index) % 5 === 0) await pause(Math.random() * 20);
        if ((writer + index) % 7 === 0) throw new Error("taken back");
      }).catch((error: Error) => expect(error.message).toBe("taken back"));
    }
  });
  const sweeps = (async () => {
    while (isOn) await sealTransfers(db, { everyMinutes: 0, transfersMax: 37 });
  })();
  await Promise.all(writers);
  isOn = false;
  await sweeps;
  await sealTransfers(db, AT_ONCE);
  expect(await sealed()).toBe(await transfers());
  expect(await broken()).toEqual([]);
});

test("a seal does not depend on the session's settings", async () => {
  await withTransaction(owner, async (tx) => {
    await execute(tx, sql`set local timezone = 'Asia/Kathmandu'`);
    await execute(tx, sql`set local datestyle = 'German'`);
    await execute(tx, sql`set local extra_float_digits = 0`);
    expect(await broken(tx)).toEqual([]);
  });
});

test.each([
  ["an amount", "update ledger_transfers set amount_kopecks = amount_kopecks + 1 where id = 20"],
  ["a reason", "update ledger_transfers set reason = 'another' where id = 20"],
  ["a time", "update ledger_transfers set created_at = created_at + interval '1 microsecond' where id = 20"],
  ["a removed transfer", "delete from ledger_transfers where id = 20"],
  ["a removed seal", "delete from ledger_seals where id = 2"],
  ["a changed seal", "update ledger_seals set hash = sha256('x') where id = 2"],
])("the checks find a sealed transfer that was changed: %s", async (_name, corrupt) => {
  const names = await undone(owner, async (tx) => {
    await execute(tx, sql`alter table ledger_transfers disable trigger user`);
    await execute(tx, sql`alter table ledger_seals disable trigger user`);
    await execute(tx, { text: corrupt, values: [] });
    return broken(tx);
  });
  expect(names.join()).toContain("ledger seals");
});

test("neither the app's role nor its owner changes or removes a seal", async () => {
  for (const statement of [
    "update ledger_seals set to_id = 1",
    "delete from ledger_seals",
    "truncate ledger_seals",
  ]) {
    await expect(db.query({ text: statement, values: [] })).rejects.toThrow(/permission denied/);
    await expect(owner.query({ text: statement, values: [] })).rejects.toThrow(/append-only/);
  }
});
