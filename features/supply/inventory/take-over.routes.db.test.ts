import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { db, givenSupplier, post, TELEGRAM, WHATSAPP } from "#features/supply/supply-routes.factory.ts";
import { execute, rows } from "#lib/db/query.ts";

const number = (at: number) => 628110000000 + at;
const online = (at: number, more = {}) => ({ number: number(at), country: "indonesia", ...more });
const wanted = [online(1), online(2), online(3, { rent: true })];

/** Reports a partner's whole list. Answers which of it are another's. */
async function report(key: string, numbers: readonly object[]): Promise<number[]> {
  const { body } = await post("numbers", { action: "NUMBERS_ONLINE", key, numbers });
  const refused: number[] = body.refused.map((one: { number: number; error: string }) => {
    expect(one.error).toBe("NUMBER_TAKEN");
    return one.number - number(0);
  });
  return refused.sort((a, b) => a - b);
}
const stockOf = (supplierId: number) =>
  rows<{ at: number; serviceId: number }>(
    db,
    sql`select (s.number - ${number(0)})::int as at, o.service_id as "serviceId" from supply_stock s join supply_offers o on o.id = s.offer_id
        where o.supplier_id = ${supplierId} order by 1, 2`,
  );
const rentedOut = (supplierId: number) =>
  rows(db, sql`select number, online from supply_rent_numbers where supplier_id = ${supplierId}`);
const fortnightAgo = sql`app_now() - interval '15 days'`;

test("a number passes to another partner two weeks after the first had it on line, and what it was used for stays used", async () => {
  const first = await givenSupplier("own", "first");
  const second = await givenSupplier("own", "second");
  expect(await report("first", wanted)).toEqual([]);
  await execute(
    db,
    sql`select supply_claim_number(id, ${number(1)}) from supply_offers where supplier_id = ${first} and service_id = ${TELEGRAM}`,
  );
  await report("first", [online(2)]);
  expect(await report("second", wanted)).toEqual([1, 2, 3]);
  for (const table of [sql`supply_numbers`, sql`supply_rent_numbers`])
    await execute(db, sql`update ${table} set changed_at = ${fortnightAgo} where supplier_id = ${first}`);
  expect(await report("second", wanted)).toEqual([2]);
  expect(await report("first", [online(1), online(2)])).toEqual([1]);
  await execute(db, sql`update supply_suppliers set last_success_at = ${fortnightAgo} where id = ${first}`);
  expect(await report("second", wanted)).toEqual([]);
  expect(await stockOf(first)).toEqual([]);
  expect(await stockOf(second)).toEqual([
    { at: 1, serviceId: WHATSAPP },
    { at: 2, serviceId: WHATSAPP },
    { at: 2, serviceId: TELEGRAM },
  ]);
  expect(await rentedOut(second)).toEqual([{ number: number(3), online: true }]);
});

test("a number that is rented stays its partner's, however long nobody has heard of it", async () => {
  const third = await givenSupplier("own", "third");
  await givenSupplier("own", "fourth");
  const [lent] = [online(9, { rent: true })];
  await report("third", [lent]);
  await execute(db, sql`select supply_rent_lease(${number(9)}, null, 900, app_now() + interval '1 day')`);
  await execute(db, sql`update supply_suppliers set last_success_at = ${fortnightAgo} where id = ${third}`);
  expect(await report("fourth", [lent])).toEqual([9]);
  await execute(db, sql`select supply_rent_end_lease(900)`);
  expect(await report("fourth", [lent])).toEqual([]);
});
