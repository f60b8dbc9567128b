import { randomBytes, randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import {
  accountLines,
  accountTerms,
  givenAccountOffer,
} from "#features/ready-accounts/ready-accounts.factory.ts";
import { archiveOf, renamed } from "#features/ready-accounts/stock/archives.factory.ts";
import { stopSellerOffers } from "#features/ready-accounts/stock/offers.writes.ts";
import { storeOfferRoutes } from "#features/stores/offers/store-offers.routes.ts";
import { storeOverviewRoutes } from "#features/stores/overview/store-overview.routes.ts";
import { givenStore, givenStoreOffer, provenance, storeWords } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { askBehind } from "#lib/testing/ask-behind.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 20 });
const api = testApi(db, [...storeOverviewRoutes, ...storeOfferRoutes], resolveActor);

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

type Person = { readonly userId: UserId; readonly cookie: string };

async function givenPerson(): Promise<Person> {
  const { userId } = await givenApiBuyer(db, 0);
  return { userId, cookie: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}
async function givenOwner(): Promise<Person> {
  const person = await givenPerson();
  await givenStore(db, person.userId);
  return person;
}
const read = ({ cookie }: Person, path = "/offers") => api.call("GET", `/api/store${path}`, { cookie });
const send = ({ cookie }: Person, path: string, body: object, key: string = randomUUID()) =>
  api.call("POST", `/api/store${path}`, { cookie, body, headers: { "idempotency-key": key } });
const terms = (part: object = {}) => ({ ...accountTerms(), provenance, ...part });

async function givenDraft(person: Person): Promise<number> {
  const { status, body } = await send(person, "/offers", terms());
  expect(status).toBe(201);
  return body.id;
}

describe("the owner of a store", () => {
  it("sees the store, writes an offer as a draft, prices it and fills it with accounts", async () => {
    const anna = await givenOwner();
    expect((await read(anna, "")).body).toMatchObject({ ...storeWords, isAgreed: true });
    const id = await givenDraft(anna);
    expect((await send(anna, `/offers/${id}/edit`, terms({ priceKopecks: 2_500 }))).status).toBe(200);
    const text = accountLines(3).join("\n");
    const report = { addedCount: 3, refusedCount: 0, refused: [] };
    const key = randomUUID();
    for (const _ of [1, 2])
      expect((await send(anna, `/offers/${id}/stock`, { text }, key)).body).toEqual(report);
    expect((await send(anna, `/offers/${id}/stock`, { text: accountLines(1)[0] }, key)).body.error.code).toBe(
      "IDEMPOTENCY_MISMATCH",
    );
    const { body } = await read(anna);
    expect(body.items).toEqual([
      expect.objectContaining({
        ...{ id, state: "draft", priceKopecks: 2_500, provenance, isBarred: false },
        stock: { available: 3, held: 0, sold: 0, withdrawn: 0 },
      }),
    ]);
    expect((await send(anna, `/offers/${id}/withdraw-stock`, {})).body).toEqual({ withdrawnCount: 3 });
  });

  it("neither sees nor touches offers of other stores or of the house", async () => {
    const [anna, boris] = [await givenOwner(), await givenOwner()];
    const { offerId: houses } = await givenAccountOffer(db);
    const theirs = await givenDraft(boris);
    expect((await read(anna)).body.items).toEqual([]);
    const text = accountLines(1)[0];
    for (const id of [theirs, houses]) {
      const answers = [
        await send(anna, `/offers/${id}/edit`, terms()),
        await send(anna, `/offers/${id}/stock`, { text }),
        await send(anna, `/offers/${id}/withdraw-stock`, {}),
      ];
      for (const { status, body } of answers)
        expect([status, body.error.code]).toEqual([404, "ACCOUNT_OFFER_NOT_FOUND"]);
    }
    expect((await read(boris)).body.items[0].stock.available).toBe(0);
  });

  it("cannot bring an account that another store has brought", async () => {
    const [anna, boris] = [await givenOwner(), await givenOwner()];
    const text = accountLines(1)[0];
    expect((await send(anna, `/offers/${await givenDraft(anna)}/stock`, { text })).status).toBe(200);
    const answer = await send(boris, `/offers/${await givenDraft(boris)}/stock`, { text });
    expect(answer.body.error).toMatchObject({
      ...{ code: "STOCK_LINES_WRONG", details: { lines: [{ line: 1, problem: "duplicate" }] } },
    });
    expect(JSON.stringify(answer.body)).not.toContain("secret-");
  });

  it("brings an archive of more than other calls may send, and a repeated answer names no entry of it", async () => {
    const anna = await givenOwner();
    const { body } = await send(anna, "/offers", terms({ template: "phone.session" }));
    const files = [1, 2, 3, 4, 5, 6].map((at) => [`49151${at}.session`, randomBytes(60_000)] as const);
    const text = (await archiveOf(Object.fromEntries(files))).toString("base64");
    expect(text.length).toBeGreaterThan(400_000);
    const upload = { format: "zip", text, skipsRefused: true };
    expect((await send(anna, `/offers/${body.id}/stock`, upload)).body).toMatchObject({ addedCount: 6 });

    const [old, fresh] = ["491511.session", "491517.session"];
    const mixed = (await archiveOf({ [old]: "x", [fresh]: "y" })).toString("base64");
    const key = randomUUID();
    const again = () => send(anna, `/offers/${body.id}/stock`, { ...upload, text: mixed }, key);
    const refused = { line: 1, problem: "duplicate" };
    expect((await again()).body).toEqual({
      addedCount: 1,
      refusedCount: 1,
      refused: [{ ...refused, entry: old }],
    });
    expect((await again()).body).toEqual({ addedCount: 1, refusedCount: 1, refused: [refused] });
  });

  it("is told which entry of an archive is at fault, and nothing of it is added", async () => {
    const anna = await givenOwner();
    const id = await givenDraft(anna);
    const text = renamed(await archiveOf({ "1.txt": "a:b", "xxxx.txt": "c:d" }), "xxxx.txt", "../x.txt");
    const answer = await send(anna, `/offers/${id}/stock`, { format: "zip", text: text.toString("base64") });
    expect([answer.status, answer.body.error]).toEqual([
      422,
      expect.objectContaining({
        ...{ code: "STOCK_ARCHIVE_WRONG", details: { problem: "path", entry: "../x.txt" } },
      }),
    ]);
    expect((await read(anna)).body.items[0].stock.available).toBe(0);
  });

  it.each([
    ["where the accounts come from", { provenance: "mine" }],
    ["a price of a rouble at least", { priceKopecks: 99 }],
    ["a warranty of a day at least", { warrantyHours: 23 }],
  ])("has an offer refused that lacks %s", async (_, part) => {
    const answer = await send(await givenOwner(), "/offers", terms(part));
    expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION"]);
  });

  it("describes an offer in as many characters as are allowed, whichever they are", async () => {
    const anna = await givenOwner();
    const description = "&".repeat(5_000);
    const { status, body } = await send(anna, "/offers", terms({ description }));
    expect(status).toBe(201);
    expect((await send(anna, `/offers/${body.id}/edit`, terms({ description }))).status).toBe(200);
    expect((await read(anna)).body.items[0].description).toBe("&amp;".repeat(5_000));
  });

  it("writes no offer of what may not be sold", async () => {
    const anna = await givenOwner();
    await withTransaction(db, (tx) =>
      blockSale(tx, {
        ...{ mode: "readyAccounts", serviceId: 20, effect: "deny", reasonCode: "TAKEDOWN" },
        ...{ reasonText: "a test", actor: "test" },
      }),
    );
    forgetPolicy(db);
    const answer = await send(anna, "/offers", terms({ serviceId: 20 }));
    expect([answer.status, answer.body.error.code]).toEqual([403, "NOT_FOR_SALE"]);
    expect((await send(anna, "/offers", terms({ serviceId: 999_999 }))).body.error.code).toBe(
      "SERVICE_NOT_FOUND",
    );
  });
});

it("whoever has no store, or none any more, is told that there is none", async () => {
  const stranger = await givenPerson();
  const former = await givenOwner();
  const id = await givenDraft(former);
  await withTransaction(db, (tx) => setAccountRole(tx, former.userId, "store", false));
  for (const person of [stranger, former]) {
    const answers = [
      await read(person, ""),
      await read(person),
      await send(person, "/offers", terms()),
      await send(person, `/offers/${id}/edit`, terms()),
      await send(person, `/offers/${id}/stock`, { text: accountLines(1)[0] }),
      await send(person, `/offers/${id}/withdraw-stock`, {}),
      await send(person, "/rules", { version: 1 }),
    ];
    for (const { status, body } of answers)
      expect([status, body.error.code]).toEqual([404, "STORE_NOT_FOUND"]);
  }
});

it("a store that is being closed puts nothing back on sale meanwhile", async () => {
  const owner = await givenPerson();
  const { offerId } = await givenStoreOffer(db, owner.userId);
  const step = (name: string) => send(owner, `/offers/${offerId}/step`, { step: name });
  expect((await step("stop")).status).toBe(200);
  const { status, body } = await askBehind(
    db,
    async (tx) => {
      await setAccountRole(tx, owner.userId, "store", false);
      await stopSellerOffers(tx, owner.userId);
    },
    () => step("put_on_sale"),
  );
  expect([status, body.error?.code]).toEqual([404, "STORE_NOT_FOUND"]);
  const offer = await one(db, sql`select state from ready_accounts_offers where id = ${offerId}`);
  expect(offer).toEqual({ state: "stopped" });
});

it("rules that have changed are agreed to before anything new is brought", async () => {
  const anna = await givenOwner();
  const id = await givenDraft(anna);
  await execute(owner, {
    text: "delete from stores_acceptances where user_id = $1",
    values: [anna.userId],
  });
  expect((await send(anna, "/offers", terms())).body.error).toMatchObject({ code: "STORE_RULES_CHANGED" });
  expect((await send(anna, `/offers/${id}/stock`, { text: accountLines(1)[0] })).body.error.code).toBe(
    "STORE_RULES_CHANGED",
  );
  const { rulesVersion } = (await read(anna, "")).body;
  expect((await send(anna, "/rules", { version: rulesVersion + 1 })).body.error.code).toBe(
    "STORE_RULES_CHANGED",
  );
  expect((await send(anna, "/rules", { version: rulesVersion })).body).toMatchObject({ isAgreed: true });
  expect((await send(anna, "/offers", terms())).status).toBe(201);
  await execute(owner, {
    text: `insert into stores_acceptances (user_id, version, accepted_at)
      values ($1, 1, app_now() - interval '1 day') on conflict (user_id, version) do update set accepted_at = excluded.accepted_at`,
    values: [anna.userId],
  });
});
