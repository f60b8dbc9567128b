import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import {
  actionsOf,
  anna,
  boris,
  codeOf,
  db,
  get,
  newKey,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenPerson } from "#features/identity/people.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

beforeAll(() => withTransaction(owner, seedCatalogue));

const reason = "agreed";
const terms = { name: "Own", reason };
let last = 0;
async function given(more: object = {}): Promise<string> {
  last += 1;
  const code = `owned-${last}`;
  expect((await send(anna, "suppliers", { ...terms, code, kind: "own", ...more })).status).toBe(201);
  return code;
}
async function givenPartnerAccount() {
  const person = await givenPerson(db);
  await execute(owner, sql`update identity_users set is_partner = true where id = ${person.userId}`);
  return person;
}
const edit = (code: string, more: object) => send(anna, `suppliers/${code}/edit`, { ...terms, ...more });
const idOf = async (code: string) =>
  (await one<{ id: number }>(db, sql`select id from supply_suppliers where code = ${code}`)).id;
const look = async (code: string) => (await get(`suppliers/${code}`)).body;

describe("a supplier's owner, words and limits", () => {
  test("are set by the address or number of a partner's account, and stay when a change leaves them out", async () => {
    const { userId, email } = await givenPartnerAccount();
    const limits = { costFloorKopecks: 100, costCeilingKopecks: 900 };
    const code = await given({ owner: email.toUpperCase(), wordTable: "smshub", ...limits });
    expect(await look(code)).toMatchObject({ owner: { id: userId, email }, wordTable: "smshub", ...limits });
    expect((await edit(code, { name: "Other" })).body).toMatchObject({
      ...{ name: "Other", owner: { id: userId }, wordTable: "smshub", ...limits },
    });
    const none = { owner: null, wordTable: null, costFloorKopecks: null, costCeilingKopecks: null };
    expect((await edit(code, none)).body).toMatchObject(none);
    expect((await edit(code, { owner: String(userId) })).body).toMatchObject({ owner: { id: userId } });
  });

  test("are refused for who is no partner, for a second supplier of one, and for a floor above the ceiling", async () => {
    const [partner, person] = [await givenPartnerAccount(), await givenPerson(db)];
    const [code, other] = [await given({ owner: partner.email }), await given()];
    for (const word of [person.email, "nobody@example.com", "999999999", "%"])
      expect(codeOf(await edit(other, { owner: word }))).toEqual([400, "SUPPLIER_OWNER_UNKNOWN"]);
    expect(codeOf(await edit(other, { owner: partner.email }))).toEqual([409, "SUPPLIER_OWNER_TAKEN"]);
    expect(codeOf(await edit(other, { costFloorKopecks: 2, costCeilingKopecks: 1 }))).toEqual([
      400,
      "SUPPLIER_LIMITS_CROSSED",
    ]);
    expect(codeOf(await edit(other, { wordTable: "klingon" }))).toEqual([400, "VALIDATION"]);
    expect((await look(code)).owner.id).toBe(partner.userId);
    expect((await look(other)).owner).toBeNull();
  });

  test("keep the owner once the supplier's account has been opened by its first share; all else may change", async () => {
    const [first, second] = [await givenPartnerAccount(), await givenPartnerAccount()];
    const [code, house] = [await given({ owner: first.email }), await given()];
    for (const each of [code, house])
      await execute(
        owner,
        sql`insert into ledger_accounts (kind, code) values ('supplier', ${`supplier:${await idOf(each)}`})`,
      );
    for (const [each, other] of [
      [code, second.email],
      [code, null],
      [house, second.email],
    ] as const)
      expect(codeOf(await edit(each, { owner: other }))).toEqual([409, "SUPPLIER_OWNER_KEPT"]);
    expect((await edit(code, { owner: first.email, name: "Other" })).body).toMatchObject({
      ...{ name: "Other", owner: { id: first.userId } },
    });
    expect((await edit(house, { owner: null, name: "Other" })).body).toMatchObject({
      name: "Other",
      owner: null,
    });
  });

  test("keep a supplier out of its owner's hands at the desk, and nobody of the staff takes one on for themselves", async () => {
    await execute(owner, sql`update identity_users set is_partner = true where id = ${anna.userId}`);
    const own = String(anna.userId);
    const [house, key] = [await given(), newKey()];
    const add = { ...terms, code: "of-anna", kind: "own", owner: own };
    const ownAccount = [403, "OWN_ACCOUNT"];
    expect(codeOf(await send(anna, "suppliers", add))).toEqual(ownAccount);
    expect(codeOf(await edit(house, { owner: own }))).toEqual(ownAccount);
    expect((await send(boris, "suppliers", add, "POST", key)).status).toBe(201);
    const costs = { kind: "sms", text: "indonesia,tg,9.50", reason };
    for (const [path, body] of [
      ["edit", terms],
      ["edit", { ...terms, owner: null }],
      ["costs", costs],
      ["costs/remove", { kind: "sms", country: "indonesia", service: "tg", reason }],
      ["pause", { reason }],
      ["resume", { reason }],
      ["rotate-key", { overlapHours: 0, reason }],
    ] as const)
      expect([path, ...codeOf(await send(anna, `suppliers/of-anna/${path}`, body))]).toEqual([
        path,
        ...ownAccount,
      ]);
    expect((await send(boris, "suppliers/of-anna/costs", costs)).body).toMatchObject({ costsCount: 1 });
    expect((await actionsOf("supplier:of-anna")).every(({ actor }) => actor === boris.userId)).toBe(true);
  });

  test("let an owner stay who is no partner any more", async () => {
    const { userId, email } = await givenPartnerAccount();
    const code = await given({ owner: email });
    await execute(owner, sql`update identity_users set is_partner = false where id = ${userId}`);
    expect((await edit(code, { name: "Other" })).body).toMatchObject({ owner: { id: userId } });
    expect((await edit(code, { owner: email })).body).toMatchObject({ owner: { id: userId } });
  });
});

describe("removing one cost", () => {
  const goods = { kind: "sms", country: "indonesia", service: "tg" };
  const remove = (code: string, of: object = goods, key = newKey(), staff = anna) =>
    send(staff, `suppliers/${code}/costs/remove`, { ...of, reason }, "POST", key);
  async function givenOnSale(more: object = {}): Promise<string> {
    const code = await given(more);
    await send(anna, `suppliers/${code}/costs`, {
      kind: "sms",
      text: "indonesia,tg,9.50\nkenya,tg,8",
      reason,
    });
    await givenOffer(owner, { supplierId: await idOf(code), costKopecks: 950, count: 3 });
    return code;
  }
  const offersOf = async (code: string) =>
    rows<{ cost: number; count: number; stock: number }>(
      db,
      sql`select o.cost_kopecks as cost, o.claimed_count as count,
            (select count(*)::int from supply_stock s where s.offer_id = o.id) as stock
          from supply_offers o where o.supplier_id = ${await idOf(code)}`,
    );

  test("takes such numbers off sale at once, audited and once per key; the other costs stay", async () => {
    const code = await givenOnSale();
    const key = newKey();
    expect((await remove(code, goods, key)).body).toMatchObject({ costsCount: 1 });
    expect((await remove(code, goods, key)).body).toMatchObject({ costsCount: 1 });
    expect(await offersOf(code)).toEqual([{ cost: 950, count: 0, stock: 0 }]);
    expect((await actionsOf(`supplier:${code}`)).map(({ action }) => action)).toEqual([
      ...["supplier.add", "supplier.set-costs", "supplier.remove-cost"],
    ]);
    expect(codeOf(await remove(code))).toEqual([404, "SUPPLIER_COST_NOT_FOUND"]);
  });

  test("leaves such numbers on sale at the supplier's common cost where it has one", async () => {
    const code = await givenOnSale({ defaultCostKopecks: 700 });
    await remove(code);
    expect(await offersOf(code)).toEqual([{ cost: 700, count: 3, stock: 3 }]);
  });

  test("removes an hour's cost of the whole number alone, and refuses words that nobody knows", async () => {
    const code = await given();
    await send(anna, `suppliers/${code}/costs`, {
      ...{ kind: "hour", text: "indonesia,full,15\nindonesia,tg,5", reason },
    });
    const whole = { kind: "hour", country: "indonesia", service: null };
    expect((await remove(code, whole)).body).toMatchObject({ hourCostsCount: 1 });
    expect(codeOf(await remove(code, { ...whole, country: "atlantis" }))).toEqual([
      400,
      "SUPPLIER_WORDS_UNKNOWN",
    ]);
    expect(codeOf(await remove("no-such-one"))).toEqual([404, "SUPPLIER_NOT_FOUND"]);
    expect(codeOf(await remove(code, whole, newKey(), support))).toEqual([403, "FORBIDDEN"]);
  });
});
