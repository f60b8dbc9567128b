import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import {
  actionsOf,
  anna,
  codeOf,
  db,
  get,
  lead,
  newKey,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

beforeAll(() => withTransaction(owner, seedCatalogue));

const reason = "a new partner";
const agent = { name: "Agent", kind: "agent", baseUrl: "http://127.0.0.1:9/agent", reason };
const own = { name: "Own", kind: "own", reason };
const shop = { ...agent, name: "Shop", kind: "upstream", key: "key-at-the-other-shop", currency: "RUB" };
let last = 0;
async function given(terms: object = own): Promise<{ code: string; key: string }> {
  last += 1;
  const { status, body } = await send(anna, "suppliers", { code: `given-${last}`, ...terms });
  expect(status).toBe(201);
  return { code: body.supplier.code, key: body.key };
}
const look = async (code: string) => (await get(`suppliers/${code}`)).body;

describe("taking a supplier on", () => {
  test("answers its key once; a repeat of the call answers the supplier without it, and makes no second one", async () => {
    const key = newKey();
    const add = () => send(anna, "suppliers", { ...agent, code: "once" }, "POST", key);
    const first = await add();
    expect([first.status, first.body.key]).toEqual([201, expect.stringMatching(/^sup_\w{40}$/)]);
    expect(first.body.supplier).toMatchObject({
      ...{ code: "once", name: "Agent", kind: "agent", state: "active", baseUrl: "http://127.0.0.1:9/agent" },
      ...{ countries: [], services: [], operators: [], openMax: null, rents: true, retiredKeys: [] },
    });
    expect(await add()).toMatchObject({ status: 201, body: { key: null, supplier: { code: "once" } } });
    expect(codeOf(await send(anna, "suppliers", { ...agent, code: "twice" }, "POST", key))).toEqual([
      422,
      "IDEMPOTENCY_MISMATCH",
    ]);
    expect(codeOf(await send(anna, "suppliers", { ...agent, code: "once" }))).toEqual([
      409,
      "SUPPLIER_EXISTS",
    ]);
    expect(await actionsOf("supplier:once")).toEqual([{ action: "supplier.add", actor: anna.userId }]);
    const stored = await rows<{ text: string }>(
      owner,
      sql`select answer::text || input_hash as text from back_office_requests
          union all select details::text from identity_audit
          union all select sealed_key || push_key_hash from supply_suppliers`,
    );
    expect(stored.some(({ text }) => text.includes(first.body.key))).toBe(false);
  });

  test("of another shop keeps our key there sealed, and what its money is", async () => {
    const dollars = { currency: "USD", rateKopecks: 9_250, balanceMinCents: 5_000 };
    const { code } = await given({ ...shop, ...dollars });
    const known = await look(code);
    expect(known).toMatchObject({ ...dollars, kind: "upstream", balanceCents: null, isOutOfMoney: false });
    expect(JSON.stringify(known)).not.toContain(shop.key);
    const [kept] = await rows<{ sealed: string }>(
      db,
      sql`select sealed_key as sealed from supply_suppliers where code = ${code}`,
    );
    expect(kept?.sealed).not.toContain(shop.key);
    expect(JSON.stringify(await actionsOf(`supplier:${code}`))).not.toContain(shop.key);
    const replaced = { overlapHours: 0, reason };
    expect(codeOf(await send(anna, `suppliers/${code}/rotate-key`, replaced))).toEqual([
      400,
      "SUPPLIER_SHOP_TERMS",
    ]);
    const given2 = { ...replaced, key: "another-key-at-the-shop" };
    expect((await send(anna, `suppliers/${code}/rotate-key`, given2)).status).toBe(200);
  });

  test("takes a key that the agent's side has made, unless it is another supplier's", async () => {
    const key = "made-by-their-side-1";
    expect(await given({ ...agent, key })).toMatchObject({ key });
    expect(codeOf(await send(anna, "suppliers", { ...agent, code: "thief", key }))).toEqual([
      409,
      "SUPPLIER_KEY_TAKEN",
    ]);
  });

  test.each([
    ["no code", { ...agent, code: "A B" }, 400, "VALIDATION"],
    [
      "an agent without an address",
      { ...own, kind: "agent", code: "wrong" },
      400,
      "SUPPLIER_ADDRESS_REFUSED",
    ],
    [
      "another protocol",
      { ...agent, code: "wrong", baseUrl: "ftp://agent.example/" },
      400,
      "SUPPLIER_ADDRESS_REFUSED",
    ],
    [
      "a password in the address",
      { ...agent, code: "wrong", baseUrl: "https://me:pass@agent.example/" },
      400,
      "SUPPLIER_ADDRESS_REFUSED",
    ],
    ["an address for own stock", { ...agent, kind: "own", code: "wrong" }, 400, "SUPPLIER_HAS_NO_ADDRESS"],
    ["a kind that does not exist", { ...agent, code: "wrong", kind: "wholesaler" }, 400, "VALIDATION"],
    ["no key of another shop", { ...shop, code: "wrong", key: undefined }, 400, "SUPPLIER_SHOP_TERMS"],
    ["dollars without a rate", { ...shop, code: "wrong", currency: "USD" }, 400, "SUPPLIER_SHOP_TERMS"],
    ["another rate of the rouble", { ...shop, code: "wrong", rateKopecks: 101 }, 400, "SUPPLIER_SHOP_TERMS"],
    ["a currency of an agent", { ...agent, code: "wrong", currency: "RUB" }, 400, "SUPPLIER_SHOP_TERMS"],
    ["a shop without an address", { ...shop, code: "wrong", baseUrl: null }, 400, "SUPPLIER_ADDRESS_REFUSED"],
    [
      "a country that does not exist",
      { ...agent, code: "wrong", countries: ["atlantis"] },
      400,
      "SUPPLIER_WORDS_UNKNOWN",
    ],
    ["a short key", { ...agent, code: "wrong", key: "short" }, 400, "VALIDATION"],
    ["no reason", { ...agent, code: "wrong", reason: "" }, 400, "VALIDATION"],
  ])("with %s is refused and leaves nothing", async (_, body, status, code) => {
    expect(codeOf(await send(anna, "suppliers", body))).toEqual([status, code]);
    expect(await look("wrong")).toMatchObject({ error: { code: "SUPPLIER_NOT_FOUND" } });
    expect(await actionsOf("supplier:wrong")).toEqual([]);
  });
});

describe("a supplier's terms", () => {
  test("are changed whole, audited, and shown by the names of the catalogue", async () => {
    const { code } = await given(agent);
    const terms = {
      ...{
        name: "New name",
        baseUrl: "http://127.0.0.1:9/other",
        honoursClientId: true,
        rents: false,
        openMax: 50,
      },
      ...{
        defaultCostKopecks: 750,
        countries: ["kenya", "6"],
        services: ["wa", "tg"],
        operators: ["Telkomsel"],
      },
    };
    const { status, body } = await send(anna, `suppliers/${code}/edit`, { ...terms, reason });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...terms,
      countries: [
        { word: "indonesia", name: "Indonesia" },
        { word: "kenya", name: "Kenya" },
      ],
      services: [
        { word: "wa", name: "WhatsApp" },
        { word: "tg", name: "Telegram" },
      ],
      operators: ["telkomsel"],
    });
    expect((await actionsOf(`supplier:${code}`)).map(({ action }) => action)).toEqual([
      "supplier.add",
      "supplier.edit",
    ]);
  });

  test("of one that has ended are changed no more, and nothing brings it back", async () => {
    const { code } = await given();
    expect((await send(lead, `suppliers/${code}/end`, { reason })).body).toMatchObject({ state: "ended" });
    for (const [path, body] of [
      ["edit", { name: "x" }],
      ["resume", {}],
      ["pause", {}],
      ["end", {}],
      ["rotate-key", { overlapHours: 1 }],
      ["costs", { kind: "sms", text: "kenya,tg,5" }],
    ] as const)
      expect(codeOf(await send(lead, `suppliers/${code}/${path}`, { ...body, reason }))).toEqual([
        409,
        "SUPPLIER_ENDED",
      ]);
  });

  test("are for those of the staff who may: support pauses, money sells, a lead ends", async () => {
    const { code } = await given();
    const refused = [403, "FORBIDDEN"];
    expect((await send(support, `suppliers/${code}/pause`, { reason })).body).toMatchObject({
      state: "paused",
    });
    for (const path of [`suppliers/${code}/resume`, `suppliers/${code}/end`])
      expect(codeOf(await send(support, path, { reason }))).toEqual(refused);
    expect(codeOf(await send(support, "suppliers", { ...own, code: "none" }))).toEqual(refused);
    expect((await send(anna, `suppliers/${code}/resume`, { reason })).body).toMatchObject({
      state: "active",
    });
    expect(codeOf(await send(anna, `suppliers/${code}/end`, { reason }))).toEqual(refused);
  });
});

describe("a supplier's key", () => {
  test("is replaced once per call and shown once; the former one is listed until its time is over", async () => {
    const { code, key: former } = await given();
    const call = newKey();
    const rotate = () =>
      send(
        anna,
        `suppliers/${code}/rotate-key`,
        { overlapHours: 24, callsAfterHours: 2, reason },
        "POST",
        call,
      );
    const { body } = await rotate();
    expect(body.key).not.toBe(former);
    expect(body.supplier.retiredKeys).toHaveLength(1);
    expect(await rotate()).toMatchObject({ status: 200, body: { key: null } });
    expect((await look(code)).retiredKeys).toHaveLength(1);
    // The former key is still this supplier's: nobody else may have it.
    expect(codeOf(await send(anna, "suppliers", { ...own, code: "thief", key: former }))).toEqual([
      409,
      "SUPPLIER_KEY_TAKEN",
    ]);
  });

  test("is not called with longer than it is taken", async () => {
    const { code } = await given();
    expect(
      codeOf(
        await send(anna, `suppliers/${code}/rotate-key`, { overlapHours: 1, callsAfterHours: 2, reason }),
      ),
    ).toEqual([400, "SUPPLIER_OVERLAP_SHORT"]);
    expect((await look(code)).retiredKeys).toEqual([]);
  });
});

describe("costs", () => {
  test("of a list with a wrong line change nothing, and every wrong line is named", async () => {
    const { code } = await given();
    const text =
      "indonesia,tg,9.50\natlantis,tg,5\nindonesia,zzzz,5\nindonesia,wa,-1\nindonesia,tg,7\nnonsense";
    const { status, body } = await send(anna, `suppliers/${code}/costs`, { kind: "sms", text, reason });
    expect([status, body.error.code]).toEqual([400, "SUPPLIER_COSTS_WRONG"]);
    expect(body.error.details.lines).toEqual([
      { line: 2, problem: "country", text: "atlantis" },
      { line: 3, problem: "service", text: "zzzz" },
      { line: 4, problem: "cost", text: "-1" },
      { line: 5, problem: "twice", text: "indonesia,tg,7" },
      { line: 6, problem: "columns", text: "nonsense" },
    ]);
    expect(await look(code)).toMatchObject({ costsCount: 0, hourCostsCount: 0 });
  });

  test("are set for single SMS and for hours, the whole number among them", async () => {
    const { code } = await given();
    const set = (kind: string, text: string) => send(anna, `suppliers/${code}/costs`, { kind, text, reason });
    expect((await set("sms", "indonesia,tg,9.50\r\n8;wa;9,50")).body).toMatchObject({ costsCount: 2 });
    expect((await set("hour", "indonesia\tfull\t15")).body).toMatchObject({
      costsCount: 2,
      hourCostsCount: 1,
    });
    expect((await actionsOf(`supplier:${code}`)).map(({ action }) => action)).toEqual([
      "supplier.add",
      "supplier.set-costs",
      "supplier.set-costs",
    ]);
  });
});

test("the list finds suppliers by word, kind and state, and what is typed is no pattern", async () => {
  const { code } = await given({ ...agent, name: "Needle in the stack" });
  await send(support, `suppliers/${code}/pause`, { reason });
  const codes = async (query: string) =>
    (await get(`suppliers?${query}`)).body.items.map((item: { code: string }) => item.code);
  expect(await codes("search=NEEDLE")).toEqual([code]);
  expect(await codes("search=needle&kind=own")).toEqual([]);
  expect(await codes("search=needle&state=paused")).toEqual([code]);
  expect(await codes("search=needle&state=active")).toEqual([]);
  expect(await codes("search=%25")).toEqual([]);
  expect(codeOf(await get("suppliers?state=sleeping"))).toEqual([400, "VALIDATION"]);
  expect(await rows(db, sql`select from supply_suppliers where code = ${code}`)).toHaveLength(1);
});
