import sql from "sql-template-tag";
import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  actionsOf,
  anna,
  codeOf,
  db,
  get,
  newKey,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { sendServiceRequest } from "#features/community/service-requests/service-requests.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
});
beforeEach(() => execute(owner, sql`truncate community_service_requests, community_sites`));

let lastUser = 800;
function ask(website: string) {
  lastUser += 1;
  return sendServiceRequest(
    db,
    {
      ...{ website, smsText: "Your code is 1", countryId: 6, serviceId: null, priceKopecks: 4_000 },
      ...{ email: undefined, userId: lastUser, idempotencyKey: newKey() },
    },
    { ip: "192.0.2.1", locale: "en", captcha: undefined },
  );
}
const decide = (body: object, key = newKey(), staff = support) =>
  send(
    staff,
    "service-requests/decide",
    { site: "example.com", reason: "looked at it", ...body },
    "POST",
    key,
  );

test("the desk lists what is asked for with counts, and never who asked", async () => {
  await ask("www.example.com");
  await ask("example.com/login");
  await ask("example.org");
  const { status, body } = await get("service-requests");
  expect(status).toBe(200);
  expect(
    body.items.map(({ id, site, count }: { id: number; site: string; count: number }) => [id, site, count]),
  ).toEqual([
    [1, "example.com", 2],
    [2, "example.org", 1],
  ]);
  expect(body.items[0]).toMatchObject({ countries: [{ name: "Indonesia", count: 2 }], service: null });
  expect(JSON.stringify(body)).not.toMatch(/user|mail/i);
  expect((await get("service-requests?after=1")).body.items).toHaveLength(1);
});

test("a decision is carried out once per key, with its reason in the audit", async () => {
  await ask("example.com");
  const key = newKey();
  const link = { decision: "link", serviceCode: "tg" };
  expect((await decide(link, key)).body).toEqual({ count: 1 });
  const again = await decide(link, key);
  expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([{ count: 1 }, "true"]);
  expect(codeOf(await decide({ decision: "close" }, key))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  expect((await get("service-requests")).body.items[0].service).toEqual({ code: "tg", name: "Telegram" });
  expect((await decide({ decision: "answer", answer: "Not possible." })).body).toEqual({ count: 1 });
  expect(codeOf(await decide({ decision: "close" }))).toEqual([404, "SERVICE_REQUEST_NOT_FOUND"]);
  expect((await actionsOf("site:example.com")).map(({ action }) => action)).toEqual([
    "service-request.link",
    "service-request.answer",
  ]);
  expect(await one(owner, sql`select answer, mail_due from community_service_requests`)).toEqual({
    answer: "Not possible.",
    mail_due: true,
  });
});

test("a decision needs a reason and a service that exists, and nobody outside the staff gets in", async () => {
  await ask("example.com");
  expect(codeOf(await decide({ decision: "close", reason: " " }))).toEqual([400, "VALIDATION"]);
  expect(codeOf(await decide({ decision: "link", serviceCode: "nope" }, newKey(), anna))).toEqual([
    404,
    "SERVICE_NOT_FOUND",
  ]);
  expect((await get("service-requests", { ...support, cookie: "" })).status).toBe(401);
});
