import { beforeAll, describe, expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { backOfficeRoutes } from "#features/back-office/back-office.routes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenStaff, type TestStaff } from "#features/identity/staff.factory.ts";
import { fineRoutes } from "#features/partners/fines/fines.routes.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { givenPartnerEarnings } from "#features/payments/withdrawals/partner-earnings.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type Answer, testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const api = testApi(db, [...backOfficeRoutes, ...fineRoutes], resolveActor);
type Person = { userId: UserId; cookie: string };
let anna: TestStaff;
let boris: TestStaff;
let support: TestStaff;
let other: Person;
let customer: Person;

async function signedIn(): Promise<Person> {
  const userId = await givenCustomer(db, 0);
  return { userId, cookie: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}
async function givenEarner(): Promise<Person> {
  const person = await signedIn();
  await givenPartnerEarnings(db, person.userId, 50_000);
  return person;
}

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  anna = await givenStaff(db, "money", { name: "Anna" });
  boris = await givenStaff(db, "money", { name: "Boris" });
  support = await givenStaff(db, "support", { name: "Support" });
  customer = await signedIn();
  other = await signedIn();
  await givenPartner(db, other.userId);
});

const newKey = () => crypto.randomUUID();
const codeOf = (answer: Answer) => [answer.status, answer.body.error?.code];
const get = (path: string, { cookie }: { cookie: string }) => api.call("GET", `/api/${path}`, { cookie });
const post = (path: string, { cookie }: { cookie: string }, body: object, key = newKey()) =>
  api.call("POST", `/api/${path}`, { cookie, body, headers: { "idempotency-key": key } });

/** A fine of 40 roubles that Anna proposed; she may announce it alone. */
async function givenFine(partner: Person): Promise<number> {
  const fine = {
    kind: "partner_fine",
    userId: partner.userId,
    amountKopecks: 4_000,
    cause: "codes_withheld",
  };
  const proposed = await post("desk/corrections", anna, { ...fine, reason: "three codes kept" });
  expect([proposed.status, proposed.body.state]).toEqual([201, "carried_out"]);
  return (await get("cabinet/fines", partner)).body.items[0].id;
}
const appealed = { text: "The modem was off." };
const decide = (staff: TestStaff, id: number, decision: "uphold" | "cancel", key?: string) =>
  post(`desk/fines/${id}/decide`, staff, { decision, reason: "we looked" }, key);

describe("the partner", () => {
  test("sees a fine with its reason and until when an appeal is possible, and nobody of the staff; others see nothing", async () => {
    const partner = await givenEarner();
    await givenFine(partner);
    const [fine, ...more] = (await get("cabinet/fines", partner)).body.items;
    expect(more).toEqual([]);
    expect(fine).toMatchObject({
      ...{ amountKopecks: 4_000, reservedKopecks: 4_000, cause: "codes_withheld", words: "three codes kept" },
      ...{ state: "announced", mayAppeal: true, appeal: null, decision: null, orderId: null },
    });
    for (const hidden of ["proposerId", "decidedBy", "userId"]) expect(fine).not.toHaveProperty(hidden);
    expect((await get("cabinet/fines", other)).body).toEqual({ items: [], hasMore: false });
    expect((await get("cabinet/fines", customer)).status).toBe(404);
  });

  test("appeals once: the same request again is answered as before, another one is refused, and others find no fine", async () => {
    const partner = await givenEarner();
    const path = `cabinet/fines/${await givenFine(partner)}/appeal`;
    expect(codeOf(await post(path, other, appealed))).toEqual([404, "FINE_NOT_FOUND"]);
    expect((await post(path, customer, appealed)).status).toBe(404);
    expect(codeOf(await post(path, partner, { text: " a " }))).toEqual([400, "VALIDATION"]);
    const key = newKey();
    for (const _ of [1, 2])
      expect(await post(path, partner, appealed, key)).toMatchObject({ body: { state: "appealed" } });
    expect(codeOf(await post(path, partner, appealed))).toEqual([409, "FINE_APPEAL_CLOSED"]);
    const [fine] = (await get("cabinet/fines", partner)).body.items;
    expect(fine).toMatchObject({ state: "appealed", appeal: appealed.text, mayAppeal: false });
  });
});

describe("the staff", () => {
  test("see who appealed with which words; support decides nothing, and whoever proposed the fine does not refuse the appeal", async () => {
    const partner = await givenEarner();
    const id = await givenFine(partner);
    expect(codeOf(await decide(boris, id, "uphold"))).toEqual([409, "FINE_DECIDED"]);
    await post(`cabinet/fines/${id}/appeal`, partner, appealed);
    const { items } = (await get("desk/fines?state=appealed", support)).body;
    expect(items.find((one: { id: number }) => one.id === id)).toMatchObject({
      ...{
        appeal: appealed.text,
        partner: { id: partner.userId },
        proposer: { name: "Anna" },
        decidedBy: null,
      },
    });
    expect((await decide(support, id, "uphold")).status).toBe(403);
    expect(codeOf(await decide(anna, id, "uphold"))).toEqual([403, "FINE_OF_YOURS"]);
    const key = newKey();
    for (const _ of [1, 2])
      expect(await decide(boris, id, "uphold", key)).toMatchObject({ body: { state: "taken" } });
    expect(codeOf(await decide(boris, id, "cancel"))).toEqual([409, "FINE_DECIDED"]);
    const [fine] = (await get("cabinet/fines", partner)).body.items;
    expect(fine).toMatchObject({ state: "taken", decision: "we looked", reservedKopecks: 4_000 });
  });

  test("may cancel a fine of their own that was a mistake, and nothing stays reserved", async () => {
    const partner = await givenEarner();
    const id = await givenFine(partner);
    expect(await decide(anna, id, "cancel")).toMatchObject({ body: { state: "cancelled" } });
    const [fine] = (await get("cabinet/fines", partner)).body.items;
    expect(fine).toMatchObject({ state: "cancelled", reservedKopecks: 0, decision: "we looked" });
    expect(codeOf(await decide(anna, 999_999_999, "cancel"))).toEqual([404, "FINE_NOT_FOUND"]);
  });
});
