import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { listStoreApplications } from "#features/stores/applications/store-applications.reads.ts";
import { storeApplicationRoutes } from "#features/stores/applications/store-applications.routes.ts";
import { marketplaceRulesVersion } from "#features/stores/applications/store-applications.rules.ts";
import {
  decideStoreApplication,
  forgetDeclinedStores,
} from "#features/stores/applications/store-applications.writes.ts";
import { givenStore, storeWords } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, storeApplicationRoutes, resolveActor);

async function givenPerson(): Promise<{ userId: UserId; cookie: string }> {
  const { userId } = await givenApiBuyer(db, 0);
  return { userId, cookie: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}

const STAFF = 9 as UserId;
const words = { ...storeWords, rulesVersion: marketplaceRulesVersion, agreeOffer: true };
const apply = (cookie: string, body: object = words, key: string = randomUUID(), ip = "192.0.2.1") =>
  api.call("POST", "/api/stores/applications", { cookie, body, ip, headers: { "idempotency-key": key } });
const standingOf = async (cookie: string) =>
  (await api.call("GET", "/api/stores/applications/own", { cookie })).body;

describe("applying for a store", () => {
  it("records the words and the agreement once, and the applicant sees that it waits", async () => {
    const { cookie } = await givenPerson();
    expect(await standingOf(cookie)).toEqual({
      ...{ isOwner: false, application: null, rulesVersion: marketplaceRulesVersion },
    });
    const key = randomUUID();
    const first = await apply(cookie, words, key);
    expect([first.status, first.body]).toEqual([
      201,
      expect.objectContaining({ ...storeWords, state: "waiting", reason: null, decidedAt: null }),
    ]);
    expect((await apply(cookie, words, key)).body).toEqual(first.body);
    expect((await apply(cookie, { ...words, name: "Other" }, key)).body.error.code).toBe(
      "IDEMPOTENCY_MISMATCH",
    );
    expect((await apply(cookie)).body.error.code).toBe("STORE_APPLICATION_OPEN");
    expect(await standingOf(cookie)).toMatchObject({ isOwner: false, application: first.body });
  });

  it("of one account at the same moment makes one application", async () => {
    const { cookie } = await givenPerson();
    const answers = await Promise.all(Array.from({ length: 10 }, () => apply(cookie)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it.each([
    ["a name", { name: " " }, 400, "VALIDATION"],
    ["a description", { description: "" }, 400, "VALIDATION"],
    ["an address that is one", { email: "nobody" }, 400, "INVALID_EMAIL"],
    ["the agreement to the offer", { agreeOffer: false }, 400, "VALIDATION"],
    ["the rules in force", { rulesVersion: 999 }, 409, "STORE_RULES_CHANGED"],
  ])("is refused, and leaves nothing, without %s", async (_, part, status, code) => {
    const { cookie } = await givenPerson();
    const answer = await apply(cookie, { ...words, ...part });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect((await standingOf(cookie)).application).toBeNull();
  });

  it("keeps its words as plain text, with what makes the staff look twice at them", async () => {
    const typed = { ...words, name: "Den\nof accounts", description: "Made\u202e by\r\nus, see evil.com" };
    const [first, second] = [await givenPerson(), await givenPerson()];
    const { body } = await apply(first.cookie, typed);
    expect(body).toMatchObject({ name: "Den of accounts", description: "Made by\nus, see evil.com" });
    await apply(second.cookie, { ...typed, email: "somebody@mailinator.com" });
    const listed = await listStoreApplications(db, { state: "waiting", after: body.id - 1 }, 10);
    expect(listed.map(({ userId, flags }) => [userId, flags])).toEqual([
      [first.userId, ["links"]],
      [second.userId, ["disposable", "repeated", "links"]],
    ]);
  });

  it("is not taken without end from one network, however many accounts apply there", async () => {
    const ip = "203.0.113.9";
    for (let sent = 0; sent < 20; sent += 1)
      expect((await apply((await givenPerson()).cookie, words, randomUUID(), ip)).status).toBe(201);
    const { cookie } = await givenPerson();
    const refused = await apply(cookie, words, randomUUID(), ip);
    expect([refused.status, refused.body.error.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    expect((await apply(cookie)).status).toBe(201);
  });

  it("of a wave of equal texts by many accounts is flagged from the second on, and none is refused", async () => {
    const wave = { ...words, description: "Cheap watches for everybody" };
    const waiting = await listStoreApplications(db, { state: "waiting", after: null }, 1_000);
    for (let nth = 0; nth < 7; nth += 1) {
      const { cookie } = await givenPerson();
      const spelt = { ...wave, description: `${wave.description}${"!".repeat(nth)}` };
      expect((await apply(cookie, spelt, randomUUID(), `198.51.100.${nth}`)).status).toBe(201);
    }
    const after = waiting.at(-1)?.id ?? null;
    const listed = await listStoreApplications(db, { state: "waiting", after }, 10);
    expect(listed.map(({ flags }) => flags)).toEqual([[], ...Array.from({ length: 6 }, () => ["repeated"])]);
  });

  it("is not taken without end from one account, whatever became of those before, and leaves nothing then", async () => {
    const { cookie } = await givenPerson();
    const send = (name: string) => apply(cookie, { ...words, name }, randomUUID(), "198.51.100.77");
    for (let nth = 0; nth < 5; nth += 1) {
      const { status, body } = await send(`Den ${nth}`);
      expect(status).toBe(201);
      await withTransaction(db, (tx) =>
        decideStoreApplication(tx, {
          ...{ applicationId: body.id, decision: "decline", reason: "too new" },
          ...{ staffId: STAFF, ip: "192.0.2.1" },
        }),
      );
    }
    const refused = await send("Den 5");
    expect([refused.status, refused.body.error.code]).toEqual([429, "TOO_MANY_ATTEMPTS"]);
    expect((await standingOf(cookie)).application).toMatchObject({ name: "Den 4", state: "declined" });
    const other = await givenPerson();
    expect((await apply(other.cookie, words, randomUUID(), "198.51.100.77")).status).toBe(201);
  });

  it("is refused to whoever has a store", async () => {
    const { userId, cookie } = await givenPerson();
    await givenStore(db, userId);
    expect(await standingOf(cookie)).toMatchObject({ isOwner: true, application: { state: "approved" } });
    expect((await apply(cookie)).body.error.code).toBe("STORE_EXISTS");
  });
});

it("an application that was declined long ago is forgotten, and a recent one is kept", async () => {
  const { cookie } = await givenPerson();
  const { id } = (await apply(cookie)).body;
  const decline = (days: number) =>
    execute(owner, {
      text: `update stores_applications set state = 'declined', reason = 'too new', decided_by = 1,
        decided_at = app_now() - make_interval(days => $2) where id = $1`,
      values: [id, days],
    });
  await decline(100);
  await forgetDeclinedStores(db);
  expect((await standingOf(cookie)).application).toMatchObject({ state: "declined", reason: "too new" });
  await decline(200);
  await forgetDeclinedStores(db);
  expect((await standingOf(cookie)).application).toBeNull();
});
