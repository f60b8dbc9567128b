import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import {
  actionsOf,
  anna,
  boris,
  codeOf,
  db,
  get,
  newKey,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { getOverview } from "#features/back-office/overview/overview.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { listReadyOffers } from "#features/ready-accounts/offers.reads.ts";
import {
  accountLines,
  accountTerms,
  givenAccountOffer,
} from "#features/ready-accounts/ready-accounts.factory.ts";
import { archiveOf } from "#features/ready-accounts/stock/archives.factory.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

const OFFERS = "ready-accounts/offers";
const reason = "new stock";

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

async function givenDraft(): Promise<number> {
  const { status, body } = await send(anna, OFFERS, { ...accountTerms(), reason });
  expect(status).toBe(201);
  return body.id;
}

test("the staff write an offer, take stock in and put it on sale, and each step is in the audit without a word of the accounts", async () => {
  const id = await givenDraft();
  const [line, other] = accountLines(2);
  const added = await send(anna, `${OFFERS}/${id}/stock`, { text: `${line}\n${other}`, reason });
  expect([added.status, added.body]).toEqual([200, { addedCount: 2, refusedCount: 0, refused: [] }]);
  expect(await listReadyOffers(db, "site", "tg")).toEqual([]);
  expect((await send(anna, `${OFFERS}/${id}/step`, { step: "put_on_sale", reason })).status).toBe(200);
  expect(await listReadyOffers(db, "site", "tg")).toMatchObject([{ id, count: 2 }]);
  const edited = { ...accountTerms(), name: "renamed", reason };
  expect((await send(anna, `${OFFERS}/${id}/edit`, edited)).status).toBe(200);
  const { body } = await get(OFFERS);
  expect(body.items[0]).toMatchObject({
    ...{ id, name: "renamed", state: "on_sale", template: "login:password" },
    service: { code: "tg", name: "Telegram" },
    country: { name: "Indonesia" },
    stock: { available: 2, held: 0, sold: 0, withdrawn: 0 },
  });
  const withdrawn = await send(anna, `${OFFERS}/${id}/withdraw-stock`, { reason });
  expect(withdrawn.body).toEqual({ withdrawnCount: 2 });
  expect((await send(anna, `${OFFERS}/${id}/step`, { step: "stop", reason })).status).toBe(200);
  expect((await actionsOf(`account-offer:${id}`)).map(({ action }) => action)).toEqual([
    "accountOffer.add",
    "accountStock.add",
    "accountOffer.putOnSale",
    "accountOffer.edit",
    "accountStock.withdraw",
    "accountOffer.stop",
  ]);
  const kept = await rows<{ text: string }>(
    db,
    sql`select a::text as text from identity_audit a union all select r::text from back_office_requests r`,
  );
  expect(kept.map(({ text }) => text).join()).not.toContain("secret-");
});

test("an upload repeated with its key answers the first report, and another list under it is refused", async () => {
  const id = await givenDraft();
  const key = newKey();
  const text = accountLines(1)[0];
  const path = `${OFFERS}/${id}/stock`;
  for (const _ of [1, 2])
    expect((await send(anna, path, { text, reason }, "POST", key)).body).toMatchObject({ addedCount: 1 });
  const other = await send(anna, path, { text: accountLines(1)[0], reason }, "POST", key);
  expect(codeOf(other)).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
});

test("a list with wrong lines is refused with their numbers, and an offer of nothing known is not written", async () => {
  const id = await givenDraft();
  const wrong = await send(anna, `${OFFERS}/${id}/stock`, { text: "one field", reason });
  expect([codeOf(wrong), wrong.body.error.details]).toEqual([
    [422, "STOCK_LINES_WRONG"],
    { count: 1, lines: [{ line: 1, problem: "fields" }] },
  ]);
  for (const [part, code] of [
    [{ serviceId: 999_999 }, "SERVICE_NOT_FOUND"],
    [{ countryId: 999_999 }, "COUNTRY_NOT_FOUND"],
    [{ template: "Login" }, "STOCK_TEMPLATE_WRONG"],
  ] as const)
    expect(codeOf(await send(anna, OFFERS, { ...accountTerms(part), reason }))[1]).toBe(code);
  expect(codeOf(await send(anna, `${OFFERS}/${id}/step`, { step: "stop", reason }))[1]).toBe(
    "OFFER_STATE_REFUSED",
  );
  expect(codeOf(await send(anna, `${OFFERS}/999999/stock`, { text: "a:b", reason }))[1]).toBe(
    "ACCOUNT_OFFER_NOT_FOUND",
  );
});

test("an archive is taken at the desk, and what is kept of the call names none of its entries", async () => {
  const { body } = await send(anna, OFFERS, { ...accountTerms({ template: "phone.session" }), reason });
  const path = `${OFFERS}/${body.id}/stock`;
  const upload = async (name: string) => {
    const text = (await archiveOf({ [name]: "bytes", "zqplanted-1.json": "{}" })).toString("base64");
    return { format: "zip", text, skipsRefused: true, reason };
  };
  const first = await send(anna, path, await upload("zqplanted-1.session"));
  const refused = [{ line: 2, entry: "zqplanted-1.json", problem: "names" }];
  expect([first.status, first.body]).toEqual([200, { addedCount: 1, refusedCount: 1, refused }]);
  const kept = await rows<{ text: string }>(
    db,
    sql`select a::text as text from identity_audit a union all select r::text from back_office_requests r`,
  );
  expect(kept.map(({ text }) => text).join()).not.toContain("zqplanted");
  const list = await send(anna, path, { format: "json", text: "[]", reason });
  expect(codeOf(list)).toEqual([422, "STOCK_ARCHIVE_NEEDED"]);
});

test("an offer on sale that nobody can buy is found by its filter and counted on the overview", async () => {
  const counted = async () => (await getOverview(db, true)).emptyAccountOffers?.count;
  const before = Number(await counted());
  const { offerId } = await givenAccountOffer(db, { count: 1, minCount: 2 });
  await givenAccountOffer(db, { count: 2, minCount: 2 });
  await givenDraft();
  expect(await counted()).toBe(before + 1);
  const { body } = await get(`${OFFERS}?only=empty&state=on_sale`);
  expect(body.items.map(({ id }: { id: number }) => id)).toContain(offerId);
  expect(body.items).toHaveLength(before + 1);
  expect((await getOverview(db, false)).emptyAccountOffers).toBeNull();
});

test("staff who own a store do not put on sale what the house has stopped of it", async () => {
  const { offerId } = await givenStoreOffer(db, anna.userId);
  const step = (staff: typeof anna, name: string) =>
    send(staff, `${OFFERS}/${offerId}/step`, { step: name, reason });
  expect((await step(anna, "stop")).status).toBe(200);
  expect(codeOf(await step(anna, "put_on_sale"))).toEqual([403, "OWN_ACCOUNT"]);
  expect((await step(boris, "put_on_sale")).status).toBe(200);
});

test("support looks at offers and changes none", async () => {
  expect((await get(OFFERS, support)).status).toBe(200);
  expect((await send(support, OFFERS, { ...accountTerms(), reason })).status).toBe(403);
});
