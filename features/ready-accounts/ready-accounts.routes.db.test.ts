import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { givenServicePicture } from "#features/catalogue/catalogue.factory.ts";
import { forgetCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { everything, readStatement } from "#features/ledger/statement/statement.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { makeLiveAccounts } from "#features/ready-accounts/account-port.writes.ts";
import { accountTerms, givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { readyAccountJobs } from "#features/ready-accounts/ready-accounts.jobs.ts";
import { makeReadyAccountRoutes } from "#features/ready-accounts/ready-accounts.routes.ts";
import { deliveryPartCount } from "#features/ready-accounts/ready-accounts.rules.ts";
import { readyAccountStatementSource } from "#features/ready-accounts/statement.reads.ts";
import { editOffer } from "#features/ready-accounts/stock/offers.writes.ts";
import { settleDueClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
/** Stores stand below: this one's owner is nobody else. */
const STORE_OWNER = 4_000_017;
const accounts = makeLiveAccounts(async () => new Map([[STORE_OWNER, "Den of accounts"]]));
const api = testApi(db, makeReadyAccountRoutes(accounts), resolveActor);

async function givenBuyer(balanceKopecks = 10_000): Promise<{ userId: UserId; cookie: string }> {
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  return { userId, cookie: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}

function buy(cookie: string, body: object, key: string = randomUUID()) {
  return api.call("POST", "/api/ready-accounts/buy-offer", {
    cookie,
    body,
    headers: { "idempotency-key": key },
  });
}

describe("what is offered", () => {
  it("lists services whose accounts can be bought, and offers by group with the cheapest first", async () => {
    const cheap = await givenAccountOffer(db, {
      serviceId: 1,
      priceKopecks: kopecks(550),
      groupName: "Fresh",
    });
    const dear = await givenAccountOffer(db, {
      serviceId: 1,
      priceKopecks: kopecks(2_000),
      groupName: "Aged",
    });
    const other = await givenAccountOffer(db, {
      ...{ serviceId: 1, priceKopecks: kopecks(600), groupName: "Fresh" },
      ...{ minCount: 2, count: 4 },
    });
    await givenAccountOffer(db, { serviceId: 1, minCount: 3, count: 2, name: "too few left" });
    const services = await api.call("GET", "/api/ready-accounts/services-list");
    const listed = services.body.find(({ id }: { id: number }) => id === 1);
    expect(listed).toMatchObject({ name: expect.any(String), external_id: expect.any(String) });
    const { body } = await api.call("GET", `/api/ready-accounts/offers-list?service=${listed.external_id}`);
    const offer = (id: number, count: number, price: number, min_count = 1) => ({
      ...{ id, name: "Telegram, aged", count, price, min_count, service_image_id: null },
      store_name: null,
    });
    expect(body).toEqual([
      {
        group_name: "Fresh",
        offers: [offer(cheap.offerId, 3, 5.5), offer(other.offerId, 4, 6, 2)],
      },
      { group_name: "Aged", offers: [offer(dear.offerId, 3, 20)] },
    ]);
  });

  it("tells one offer in full, with harmless HTML and nothing delivered", async () => {
    const { offerId } = await givenAccountOffer(db, { description: "<p>Hi<script>alert(1)</script></p>" });
    const { body } = await api.call("GET", `/api/ready-accounts/offer-info/${offerId}`);
    expect(body).toEqual({
      ...{ id: offerId, offerId, name: "Telegram, aged", price: 10, count: 3, min_count: 1 },
      description: "<p>Hi&lt;script&gt;alert(1)&lt;/script&gt;</p>",
      ...{ registration_type: "auto", format: "session", cloud_pass: true, warranty_hours: 24 },
      service: { name: "Telegram", icon: expect.stringContaining("/icons/services/") },
      country: { name: "Indonesia" },
      ...{ store_name: null, result: null, preparing: null },
    });
  });

  it("says at each offer which store sells it, and nothing at the house's own", async () => {
    const seller = { sellerId: STORE_OWNER, provenance: "Registered by ourselves" };
    const own = await givenAccountOffer(db, { serviceId: 2, priceKopecks: kopecks(500) });
    const sold = await givenAccountOffer(db, { serviceId: 2, priceKopecks: kopecks(600) }, seller);
    const services = await api.call("GET", "/api/ready-accounts/services-list");
    const { external_id } = services.body.find(({ id }: { id: number }) => id === 2);
    const { body } = await api.call("GET", `/api/ready-accounts/offers-list?service=${external_id}`);
    expect(body[0].offers).toMatchObject([
      { id: own.offerId, store_name: null },
      { id: sold.offerId, store_name: "Den of accounts" },
    ]);
    expect((await api.call("GET", `/api/ready-accounts/offer-info/${sold.offerId}`)).body).toMatchObject({
      store_name: "Den of accounts",
    });
    expect(JSON.stringify(body)).not.toContain(String(STORE_OWNER));
  });

  it("shows the picture that stands for a service in the place of its mark, at the service and its offers", async () => {
    const picture = { id: "a.webp", href: "/api/storage/image/a.webp" };
    const VIBER = { id: 9, code: "vi", slug: "viber" };
    await givenServicePicture(owner, VIBER.slug, picture.id);
    forgetCatalogue(db);
    const { offerId } = await givenAccountOffer(db, { serviceId: VIBER.id });
    const plain = await givenAccountOffer(db, { serviceId: 52 });
    const read = async (path: string) => (await api.call("GET", `/api/ready-accounts/${path}`)).body;
    const services = await read("services-list");
    const iconOf = (wanted: number) => services.find(({ id }: { id: number }) => id === wanted).icon;
    expect(iconOf(VIBER.id)).toBe(picture.href);
    expect(iconOf(52)).toBe("/icons/services/telegram.svg");
    const imageOf = async (service: string) =>
      (await read(`offers-list?service=${service}`))[0].offers[0].service_image_id;
    expect([await imageOf(VIBER.code), await imageOf("tg")]).toEqual([picture.id, null]);
    expect((await read(`offer-info/${offerId}`)).service.icon).toBe(picture.href);
    expect((await read(`offer-info/${plain.offerId}`)).service.icon).toBe("/icons/services/telegram.svg");
    await givenServicePicture(owner, VIBER.slug, null);
    forgetCatalogue(db);
    expect(await imageOf(VIBER.code)).toBe(null);
    expect((await read(`offer-info/${offerId}`)).service.icon).toBe("/icons/services/viber.svg");
  });

  it("shows nothing that policy forbids, at none of its doors", async () => {
    const { offerId } = await givenAccountOffer(db, { serviceId: 20, countryId: 7 });
    await withTransaction(db, (tx) =>
      blockSale(tx, {
        ...{ mode: "readyAccounts", serviceId: 20, effect: "deny", reasonCode: "TAKEDOWN" },
        ...{ reasonText: "a test", actor: "test" },
      }),
    );
    forgetPolicy(db);
    const { body } = await api.call("GET", "/api/ready-accounts/services-list");
    expect(body.map(({ id }: { id: number }) => id)).not.toContain(20);
    expect((await api.call("GET", `/api/ready-accounts/offer-info/${offerId}`)).status).toBe(404);
    expect((await buy((await givenBuyer()).cookie, { id: offerId, count: 1 })).status).toBe(403);
  });

  it.each([
    ["/api/ready-accounts/offers-list?service=nosuch", 404],
    ["/api/ready-accounts/offers-list", 400],
    ["/api/ready-accounts/offer-info/999999", 404],
    ["/api/ready-accounts/orders", 401],
  ])("the address %s is answered with %i to a guest", async (path, status) => {
    expect((await api.call("GET", path)).status).toBe(status);
  });
});

describe("what is bought", () => {
  it("is sold to a call of the specification's body alone, which names no key, and anew by each such call", async () => {
    const { offerId, lines } = await givenAccountOffer(db);
    const { cookie } = await givenBuyer();
    const path = "/api/ready-accounts/buy-offer";
    const calls = [1, 2].map(() => api.call("POST", path, { cookie, body: { id: offerId, count: 1 } }));
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.flatMap(({ body }) => body).toSorted()).toEqual(lines.slice(0, 2).toSorted());
  });

  it("is answered as a list, kept in one's orders, and downloaded again as a file of the spec's name", async () => {
    const { offerId, lines } = await givenAccountOffer(db);
    const { cookie } = await givenBuyer();
    const key = randomUUID();
    const bought = await buy(cookie, { id: offerId, count: 2 }, key);
    expect([bought.status, bought.body]).toEqual([200, lines.slice(0, 2)]);
    const again = await buy(cookie, { id: offerId, count: 2 }, key);
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([lines.slice(0, 2), "true"]);

    const { body } = await api.call("GET", "/api/ready-accounts/orders", { cookie });
    expect(body).toMatchObject({
      orders: [{ state: "delivered", offerId, count: 2, priceKopecks: 1_000, totalKopecks: 2_000 }],
      nextCursor: null,
    });
    const [{ id, deliveredAt, warrantyUntil }] = body.orders;
    expect(Date.parse(warrantyUntil) - Date.parse(deliveredAt)).toBe(24 * 3_600_000);
    const details = await api.call("GET", `/api/ready-accounts/orders/${id}`, { cookie });
    const place = (at: number) => ({
      ...{ place: at + 1, text: lines[at], isRefunded: false, claimableUntil: warrantyUntil, claims: [] },
    });
    expect(details.body).toEqual({
      ...body.orders[0],
      items: lines.slice(0, 2),
      places: [place(0), place(1)],
    });
    const file = await api.call("GET", `/api/ready-accounts/orders/${id}/file`, { cookie });
    expect(file.headers.get("content-disposition")).toBe(
      `attachment; filename="grizzly-accounts-${offerId}.txt"`,
    );
    expect(typeof file.body === "string" ? JSON.parse(file.body) : file.body).toEqual(lines.slice(0, 2));
    const info = await api.call("GET", `/api/ready-accounts/offer-info/${offerId}`, { cookie });
    expect(info.body).toMatchObject({ count: 1, result: lines.slice(0, 2) });
  });

  it("comes in a file whose name is the one of the settings", async () => {
    const { offerId, lines } = await givenAccountOffer(db, { count: 1 });
    const { cookie } = await givenBuyer();
    expect((await buy(cookie, { id: offerId, count: 1 })).status).toBe(200);
    const [{ id }] = (await api.call("GET", "/api/ready-accounts/orders", { cookie })).body.orders;
    vi.stubEnv("READY_ACCOUNTS_FILE", "den-{offerId}.bought.txt");
    vi.resetModules();
    const [pool, routes, sessions, mounted] = await Promise.all([
      import("#lib/db/pool.ts"),
      import("#features/ready-accounts/ready-accounts.routes.ts"),
      import("#features/identity/sessions/sessions.routes.ts"),
      import("#lib/testing/test-api.ts"),
    ]);
    vi.unstubAllEnvs();
    const otherDb = pool.createDb(url, { max: 2, applicationName: "test" });
    onTestFinished(() => otherDb.close());
    const other = mounted.testApi(otherDb, routes.makeReadyAccountRoutes(accounts), sessions.resolveActor);
    const file = await other.call("GET", `/api/ready-accounts/orders/${id}/file`, { cookie });
    expect(file.headers.get("content-disposition")).toBe(`attachment; filename="den-${offerId}.bought.txt"`);
    expect(JSON.parse(file.body)).toEqual(lines);
  });

  it("in a large order is answered by how many are ready, shown to who comes back, and kept in one's orders in the end", async () => {
    const count = deliveryPartCount + 20;
    const { offerId, lines } = await givenAccountOffer(db, { count, priceKopecks: kopecks(50) });
    const [{ cookie }, stranger] = [await givenBuyer(), await givenBuyer()];
    const key = randomUUID();
    const bought = await buy(cookie, { id: offerId, count }, key);
    const preparing = { orderId: expect.any(Number), count, preparedCount: 0 };
    expect([bought.status, bought.body]).toEqual([200, preparing]);
    const again = await buy(cookie, { id: offerId, count }, key);
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([bought.body, "true"]);
    const info = (own: string) =>
      api.call("GET", `/api/ready-accounts/offer-info/${offerId}`, { cookie: own });
    expect((await info(cookie)).body).toMatchObject({ preparing: bought.body, result: null });
    expect((await info(stranger.cookie)).body.preparing).toBeNull();
    const path = `/api/ready-accounts/orders/${bought.body.orderId}`;
    expect((await api.call("GET", path, { cookie })).body).toMatchObject({
      ...{ state: "held", preparedCount: 0, items: null, places: [] },
    });
    expect((await api.call("GET", `${path}/file`, { cookie })).status).toBe(404);

    await runDueJobs(db, readyAccountJobs);
    expect((await api.call("GET", path, { cookie })).body).toMatchObject({
      ...{ state: "delivered", preparedCount: count, items: lines },
    });
    expect((await buy(cookie, { id: offerId, count }, key)).body).toEqual(lines);
    expect((await info(cookie)).body).toMatchObject({ preparing: null, result: lines });
  });

  it("is told as it was sold, whatever its offer says later", async () => {
    const { cookie, userId } = await givenBuyer();
    const { offerId } = await givenAccountOffer(db, { count: 1, name: "Telegram, aged" });
    const bought = await buy(cookie, { id: offerId, count: 1 });
    expect(bought.status).toBe(200);
    const orders = () => api.call("GET", "/api/ready-accounts/orders", { cookie });
    const sold = (await orders()).body;
    // As by an edit before its country was kept: the offer has become another one.
    await withTransaction(db, (tx) => editOffer(tx, offerId, accountTerms({ name: "renamed" })));
    await execute(
      owner,
      sql`update ready_accounts_offers set service_id = 1, country_id = 10 where id = ${offerId}`,
    );
    expect((await orders()).body).toEqual(sold);
    const services = await readyAccountStatementSource.listServices?.(db, userId, "en");
    expect(services?.map(({ code }) => code)).toEqual(["tg"]);
  });

  it("is nobody else's: neither order nor file nor the offer's result is shown to another account", async () => {
    const { offerId } = await givenAccountOffer(db);
    const { cookie } = await givenBuyer();
    await buy(cookie, { id: offerId, count: 1 });
    const { body } = await api.call("GET", "/api/ready-accounts/orders", { cookie });
    const other = (await givenBuyer()).cookie;
    for (const path of [`/orders/${body.orders[0].id}`, `/orders/${body.orders[0].id}/file`])
      expect((await api.call("GET", `/api/ready-accounts${path}`, { cookie: other })).status).toBe(404);
    const info = await api.call("GET", `/api/ready-accounts/offer-info/${offerId}`, { cookie: other });
    expect(info.body.result).toBeNull();
  });

  it("is refused with a message in the reader's language and what is left", async () => {
    const { offerId } = await givenAccountOffer(db, { count: 1 });
    const { cookie } = await givenBuyer();
    const { status, body } = await buy(cookie, { id: offerId, count: 2 });
    expect([status, body.error.code, body.error.details]).toEqual([409, "NO_ACCOUNTS", { leftCount: 1 }]);
    expect(body.error.message).toBe("Only 1 account is left");
  });

  it("pages one's orders from the newest on", async () => {
    const { offerId } = await givenAccountOffer(db, { count: 3 });
    const { cookie } = await givenBuyer();
    for (let nth = 0; nth < 3; nth += 1) await buy(cookie, { id: offerId, count: 1 });
    const first = await api.call("GET", "/api/ready-accounts/orders?limit=2", { cookie });
    const rest = await api.call("GET", `/api/ready-accounts/orders?cursor=${first.body.nextCursor}`, {
      cookie,
    });
    const ids = [...first.body.orders, ...rest.body.orders].map(({ id }: { id: number }) => id);
    expect(ids).toEqual(ids.toSorted((one: number, two: number) => two - one));
    expect([ids.length, rest.body.nextCursor]).toEqual([3, null]);
  });

  it("stands in the statement with its service and country, held and paid", async () => {
    const { offerId } = await givenAccountOffer(db);
    const { cookie, userId } = await givenBuyer();
    await buy(cookie, { id: offerId, count: 1 });
    const { lines } = await readStatement(db, [readyAccountStatementSource], {
      ...{ userId, balance: "user", locale: "en", before: null, limit: 10 },
      period: { from: null, to: null, timeZone: "UTC" },
      filter: { ...everything, kind: "ready_account", service: "tg" },
    });
    expect(lines.map(({ kindText, move, amountKopecks }) => [kindText, move, amountKopecks])).toEqual([
      ["Ready accounts", "capture", 1_000],
      ["Ready accounts", "hold", 1_000],
    ]);
    expect(lines[0]).toMatchObject({
      reasonText: "the accounts were delivered",
      subject: { title: "Telegram", detail: "Indonesia" },
    });
  });

  it("is claimed by its buyer, who sees the claim in the order and in the list, and gets a refund that stands in the statement", async () => {
    const { offerId } = await givenAccountOffer(db, { count: 1 });
    const { cookie, userId } = await givenBuyer();
    await buy(cookie, { id: offerId, count: 1 });
    const { body: list } = await api.call("GET", "/api/ready-accounts/orders", { cookie });
    const path = `/api/ready-accounts/orders/${list.orders[0].id}`;
    const claim = (body: object, key: string = randomUUID(), own = cookie) =>
      api.call("POST", `${path}/claims`, { cookie: own, body, headers: { "idempotency-key": key } });
    const key = randomUUID();
    const claimed = await claim({ place: 1, text: "it is closed" }, key);
    expect([claimed.status, claimed.body.openClaims, claimed.body.places[0].claims]).toEqual([
      200,
      1,
      [expect.objectContaining({ state: "open", text: "it is closed", decidedAt: null })],
    ]);
    const again = await claim({ place: 1, text: "it is closed" }, key);
    expect([again.body, again.headers.get("idempotency-replayed")]).toEqual([claimed.body, "true"]);
    const stranger = (await givenBuyer()).cookie;
    for (const [body, own, status] of [
      [{ place: 1, text: "once more" }, cookie, 409],
      [{ place: 2, text: "not there" }, cookie, 404],
      [{ place: 1, text: "not mine" }, stranger, 404],
      [{ place: 1, text: "  " }, cookie, 400],
    ] as const)
      expect([body, (await claim(body, randomUUID(), own)).status]).toEqual([body, status]);
    await settleDueClaim(db, claimed.body.places[0].claims[0].id);
    const { body } = await api.call("GET", path, { cookie });
    expect(body).toMatchObject({ openClaims: 0, items: [], places: [{ isRefunded: true }] });
    expect(body.places[0].claims[0]).toMatchObject({ state: "refunded", refundKopecks: 1_000 });
    const { lines } = await readStatement(db, [readyAccountStatementSource], {
      ...{ userId, balance: "user", locale: "en", before: null, limit: 10 },
      period: { from: null, to: null, timeZone: "UTC" },
      filter: { ...everything, kind: "ready_account_refund", service: "tg" },
    });
    expect(lines).toMatchObject([
      {
        ...{ kindText: "Refund for an account", move: "in", amountKopecks: 1_000 },
        ...{ reasonText: "the account did not work", subject: { title: "Telegram", detail: "Indonesia" } },
      },
    ]);
  });
});
