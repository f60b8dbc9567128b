import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import {
  anna,
  boris,
  codeOf,
  db,
  get,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { listOffers } from "#features/pricing/pricing.reads.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
  await givenOffer(owner, { serviceId: 52, countryId: 6 });
});

type Line = { id: number; by: string; service: { code: string } | null; country: { id: number } | null };
const set = (body: object, staff = anna) =>
  send(staff, "api-only", { serviceCode: null, countryId: null, reason: "for programs alone", ...body });
const lines = async () => ((await get("api-only")).body as { items: Line[] }).items;
const soldAt = async (channel: "site" | "api") =>
  (await listOffers(db, { serviceId: 52, channel, userId: null })).map(({ countryId }) => countryId);

test("numbers set to API only leave the site, stay in the API, and come back when it ends, each with reason and audit", async () => {
  const seeded = await lines();
  expect(seeded.map(({ by }) => by)).toEqual(["seed"]);
  const { status, body } = await set({ serviceCode: "tg", countryId: 6 });
  expect(status).toBe(200);
  const [made] = body.items as Line[];
  expect(made).toMatchObject({ service: { code: "tg" }, country: { id: 6 }, by: `staff:${anna.userId}` });
  expect([await soldAt("site"), await soldAt("api")]).toEqual([[], [6]]);
  expect((await set({ serviceCode: "tg", countryId: 6 })).body.items).toHaveLength(seeded.length + 1);
  const ended = await send(anna, `api-only/${made?.id}/end`, { reason: "enough stock" });
  expect(ended.body.items).toEqual(seeded);
  expect(await soldAt("site")).toEqual([6]);
  const again = await send(anna, `api-only/${made?.id}/end`, { reason: "enough stock" });
  expect(codeOf(again)).toEqual([404, "BLOCK_NOT_FOUND"]);
  const audited = rows(
    owner,
    sql`select action from identity_audit where subject = ${`policy-block:${made?.id}`} order by id`,
  );
  expect(await audited).toEqual([{ action: "api-only.set" }, { action: "api-only.end" }]);
});

test("nothing is set without goods, a reason or the right, and no other block is ended that way", async () => {
  const before = await lines();
  expect(codeOf(await set({}))).toEqual([400, "VALIDATION"]);
  expect(codeOf(await set({ serviceCode: "tg", reason: "x" }))).toEqual([400, "VALIDATION"]);
  expect(codeOf(await set({ serviceCode: "none" }))).toEqual([404, "SERVICE_NOT_FOUND"]);
  expect(codeOf(await set({ countryId: 99_999 }))).toEqual([404, "COUNTRY_NOT_FOUND"]);
  expect(codeOf(await set({ countryId: 6 }, support))).toEqual([403, "FORBIDDEN"]);
  const [russia] = await rows<{ id: number }>(owner, sql`select id from policy_blocks where country_id = 0`);
  expect(codeOf(await send(anna, `api-only/${russia?.id}/end`, { reason: "not this way" }))).toEqual([
    404,
    "BLOCK_NOT_FOUND",
  ]);
  expect(await lines()).toEqual(before);
});

test("numbers that several members of the staff set to API only at the same moment get one block", async () => {
  const before = await lines();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, nth) =>
      set({ serviceCode: "tg", countryId: 6 }, nth % 2 === 0 ? anna : boris),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await lines()).toHaveLength(before.length + 1);
});
