import sql from "sql-template-tag";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { createTestGateway } from "#features/payments/gateway/test-gateway.gateway.ts";
import { askProviders } from "#features/payments/payments.jobs.ts";
import { createPaymentRoutes } from "#features/payments/payments.routes.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { guest, type UserId } from "#lib/api/actor.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { StandInGateway, type StandInPayment } from "#lib/testing/stand-in-gateway.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const provider = new StandInGateway();
await provider.start();
afterAll(() => provider.stop());

const gateways = new Map([
  ["test-gateway", createTestGateway({ url: provider.url, secret: provider.secret })],
]);
const api = testApi(db, createPaymentRoutes(gateways), async (request) => {
  const userId = Number(request.headers.get("x-test-user"));
  return userId ? { kind: "user", userId: userId as UserId, role: "user", via: "bearer" } : guest;
});

let lastUser = 5_000;
let lastKey = 0;
const newKey = () => `key-of-a-test-${++lastKey}`;

beforeEach(async () => {
  provider.isBroken = false;
  provider.waits = [];
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
});

type Started = { id: number; user: number; payment: StandInPayment };

function begin(user: number, body: object, options: { key?: string | null; locale?: string } = {}) {
  const key = options.key === undefined ? newKey() : options.key;
  return api.call("POST", "/api/payments", {
    body: { method: "test-gateway", ...body },
    locale: options.locale,
    headers: { "x-test-user": String(user), ...(key === null ? {} : { "idempotency-key": key }) },
  });
}

async function start(amountKopecks = 10_000): Promise<Started> {
  const user = ++lastUser;
  const { status, body } = await begin(user, { amountKopecks });
  expect(status).toBe(201);
  return { id: body.id, user, payment: provider.paymentOf(referenceOf(body.id)) };
}

function pay(payment: StandInPayment, paidAmount = "100.00", status = "paid"): void {
  Object.assign(payment, { status, paidAmount });
}

const tell = (notice: { rawBody: string; headers: Record<string, string> }) =>
  api.call("POST", "/api/payments/webhooks/test-gateway", notice);
const tellOf = (payment: StandInPayment) => tell(provider.notice(payment));
const view = async ({ id, user }: Started, locale = "en") =>
  (await api.call("GET", `/api/payments/${id}`, { headers: { "x-test-user": String(user) }, locale })).body;
const balanceOf = async ({ user }: Started) => (await getBalance(db, user)).availableKopecks;
const creditsOf = (user: number) =>
  rows<{ reference: string }>(
    db,
    sql`select t.reference from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id where a.user_id = ${user}`,
  );
const eventsOf = async (user: number) =>
  (
    await rows<{ kind: string }>(db, sql`select kind from job_events where user_id = ${user} order by id`)
  ).map(({ kind }) => kind);
const later = (interval: string) =>
  execute(owner, sql`update job_clock set offset_interval = offset_interval + ${interval}::interval`);
/** Every round takes a batch; the rounds end when nothing is due any more. */
async function sweep(): Promise<void> {
  while ((await askProviders(db, gateways)) > 0);
}
const noticeCount = async () =>
  (await one<{ count: number }>(db, sql`select count(*) as count from payments_notices`)).count;

describe("beginning a top-up", () => {
  test("the methods are named in the caller's language, with their marks and limits", async () => {
    const { status, body } = await api.call("GET", "/api/payments/methods", { locale: "ru" });
    expect(status).toBe(200);
    expect(body.methods).toEqual([
      {
        id: "test-gateway",
        name: "Тестовая карта",
        screen: "redirect",
        marks: ["/icons/payments/test-gateway.svg"],
        minPriceKopecks: 1_000,
        maxPriceKopecks: 10_000_000,
        currency: "RUB",
        rubPerUnit: null,
      },
    ]);
    const none = testApi(db, createPaymentRoutes(new Map()), async () => guest);
    expect((await none.call("GET", "/api/payments/methods")).body.methods).toEqual([]);
  });

  test("the provider gets the exact amount and the address to come back to, in the payer's language", async () => {
    const user = ++lastUser;
    const { status, body } = await begin(
      user,
      { amount: "99.5", service: "tg", country: "6", goback: true, externalId: "order:7" },
      { locale: "tr" },
    );
    expect(status).toBe(201);
    expect(Object.keys(body).sort()).toEqual(["id", "redirectUrl"]);
    const order = provider.orders.at(-1);
    expect(order).toMatchObject({
      reference: referenceOf(body.id),
      amount: "99.50",
      currency: "RUB",
      locale: "tr",
    });
    expect(order?.returnUrl).toMatch(new RegExp(`/tr/success-payment\\?payment=${body.id}$`));
    expect(order?.notifyUrl).toMatch(/\/api\/payments\/webhooks\/test-gateway$/);
    expect(
      await view({ id: body.id, user, payment: provider.paymentOf(referenceOf(body.id)) }, "es"),
    ).toMatchObject({
      amountKopecks: 9_950,
      state: "pending",
      stateText: "Esperando el pago",
      methodName: "Tarjeta de prueba",
      isOpen: true,
      service: "tg",
      country: "6",
      goback: true,
      externalId: "order:7",
      received: null,
      creditedAt: null,
    });
  });

  test.each([
    [{ amountKopecks: 0 }, 400, "AMOUNT_NOT_POSITIVE", "The top-up amount must be greater than 0"],
    [{ amountKopecks: -5 }, 400, "AMOUNT_NOT_POSITIVE", "The top-up amount must be greater than 0"],
    [{ amount: "-1.00" }, 400, "AMOUNT_NOT_POSITIVE", "The top-up amount must be greater than 0"],
    [{ amount: "0.00" }, 400, "AMOUNT_NOT_POSITIVE", "The top-up amount must be greater than 0"],
    [{ amountKopecks: 999 }, 400, "AMOUNT_TOO_SMALL", "The minimum top-up is 10 RUB"],
    [{ amountKopecks: 10_000_001 }, 400, "AMOUNT_TOO_LARGE", "The maximum top-up is 100000 RUB"],
    [
      { amountKopecks: 2_000, method: "gold" },
      404,
      "METHOD_NOT_FOUND",
      "This payment method is not available",
    ],
  ])("%j is refused with %i %s", async (body, status, code, message) => {
    const orders = provider.orders.length;
    const answer = await begin(++lastUser, body);
    expect([answer.status, answer.body.error.code, answer.body.message]).toEqual([status, code, message]);
    expect(provider.orders).toHaveLength(orders);
  });

  test.each([
    [{}],
    [{ amountKopecks: 2_000, amount: "20.00" }],
    [{ amountKopecks: 20.5 }],
    [{ amountKopecks: "2000" }],
    [{ amountKopecks: 1e300 }],
    [{ amount: "1e3" }],
    [{ amount: "20,00" }],
    [{ amount: "0x20" }],
    [{ amount: "20.001" }],
    [{ amountKopecks: 2_000, user_id: 1 }],
    [{ amountKopecks: 2_000, state: "credited" }],
    [{ amountKopecks: 2_000, service: "../../x" }],
    [{ amountKopecks: 2_000, goback: "1" }],
  ])("%j is refused as malformed", async (body) => {
    const answer = await begin(++lastUser, body);
    expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION"]);
  });

  test("guests are turned away, and the key is required", async () => {
    const body = { method: "test-gateway", amountKopecks: 2_000 };
    expect((await api.call("POST", "/api/payments", { body })).status).toBe(401);
    expect((await begin(++lastUser, body, { key: null })).status).toBe(400);
    expect((await api.call("GET", "/api/payments/1")).status).toBe(401);
  });

  test("the same key answers the same payment, another body with it is refused", async () => {
    const user = ++lastUser;
    const key = newKey();
    const first = await begin(user, { amountKopecks: 5_000 }, { key });
    const again = await begin(user, { amountKopecks: 5_000 }, { key });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const other = await begin(user, { amountKopecks: 5_001 }, { key });
    expect([other.status, other.body.error.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    const stranger = await begin(++lastUser, { amountKopecks: 5_000 }, { key });
    expect(stranger.body.id).not.toBe(first.body.id);
  });

  test("the same key 20 times in parallel makes one payment here and one at the provider", async () => {
    const user = ++lastUser;
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => begin(user, { amountKopecks: 5_000 }, { key })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.redirectUrl}`)).size).toBe(
      1,
    );
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    const reference = referenceOf(answers[0]?.body.id);
    expect([...provider.payments.values()].filter((payment) => payment.reference === reference)).toHaveLength(
      1,
    );
  });

  test("a provider that does not answer leaves a payment that the same key opens later", async () => {
    const user = ++lastUser;
    const key = newKey();
    provider.isBroken = true;
    const refused = await begin(user, { amountKopecks: 5_000 }, { key });
    expect([refused.status, refused.body.error.code]).toEqual([503, "PROVIDER_UNAVAILABLE"]);
    provider.isBroken = false;
    const opened = await begin(user, { amountKopecks: 5_000 }, { key });
    expect(opened.status).toBe(201);
    expect(opened.headers.get("idempotency-replayed")).toBe("true");
  });

  test("one never opened is given up, and its key then says so", async () => {
    const user = ++lastUser;
    const key = newKey();
    provider.isBroken = true;
    await begin(user, { amountKopecks: 5_000 }, { key });
    provider.isBroken = false;
    await later("20 minutes");
    await sweep();
    const refused = await begin(user, { amountKopecks: 5_000 }, { key });
    expect([refused.status, refused.body.error.code]).toEqual([409, "PAYMENT_OVER"]);
  });

  test("nobody begins more than 60 payments an hour", async () => {
    const user = ++lastUser;
    for (let count = 0; count < 60; count += 1)
      expect((await begin(user, { amountKopecks: 2_000 })).status).toBe(201);
    expect((await begin(user, { amountKopecks: 2_000 })).status).toBe(429);
  });

  test("a stranger's payment does not exist", async () => {
    const { id } = await start();
    for (const path of [
      `/api/payments/${id}`,
      "/api/payments/999999999",
      "/api/payments/x",
      "/api/payments/-1",
    ]) {
      const answer = await api.call("GET", path, { headers: { "x-test-user": String(++lastUser) } });
      expect(answer.status).toBe(404);
    }
  });
});

describe("notices", () => {
  test("a paid one is credited, shown in words and announced to the open pages", async () => {
    const started = await start();
    pay(started.payment);
    const answer = await tellOf(started.payment);
    expect([answer.status, answer.body]).toEqual([200, { received: true }]);
    expect(await balanceOf(started)).toBe(10_000);
    expect(await view(started, "ru")).toMatchObject({
      state: "credited",
      stateText: "Зачислен",
      isOpen: false,
      redirectUrl: null,
      creditedAt: expect.any(String),
    });
    expect(await eventsOf(started.user)).toEqual(["balance"]);
    expect(await creditsOf(started.user)).toEqual([
      { reference: `payment:test-gateway:${started.payment.id}` },
    ]);
  });

  test("the same notice 100 times in parallel credits once", async () => {
    const started = await start();
    pay(started.payment);
    const notice = provider.notice(started.payment);
    const answers = await Promise.all(Array.from({ length: 100 }, () => tell(notice)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await balanceOf(started)).toBe(10_000);
    expect(await creditsOf(started.user)).toHaveLength(1);
    expect(await eventsOf(started.user)).toEqual(["balance"]);
    const kept = await one<{ times: number; outcome: string }>(
      db,
      sql`select times, outcome from payments_notices where provider_payment_id = ${started.payment.id}`,
    );
    expect(kept).toEqual({ times: 100, outcome: "credited" });
  });

  test("100 different notices in parallel credit once", async () => {
    const started = await start();
    pay(started.payment);
    await Promise.all(Array.from({ length: 100 }, () => tellOf(started.payment)));
    expect(await balanceOf(started)).toBe(10_000);
    expect(await creditsOf(started.user)).toHaveLength(1);
  });

  test("in every order the answers end in the same state", async () => {
    const answers = [
      { status: "open", paidAmount: "0.00" },
      { status: "processing", paidAmount: "0.00" },
      { status: "declined", paidAmount: "0.00" },
      { status: "paid", paidAmount: "100.00" },
    ];
    for (const order of permutations(answers)) {
      const started = await start();
      for (const answer of order) {
        Object.assign(started.payment, answer);
        expect((await tellOf(started.payment)).status).toBe(200);
      }
      expect((await view(started)).state).toBe("credited");
      expect(await balanceOf(started)).toBe(10_000);
    }
  });

  test("an older answer that arrives after a newer one takes nothing back", async () => {
    const started = await start();
    provider.waits = [300];
    const slow = tellOf(started.payment);
    await new Promise((resolve) => setTimeout(resolve, 100));
    pay(started.payment);
    await tellOf(started.payment);
    await slow;
    expect((await view(started)).state).toBe("credited");
  });

  test("three days late, after the payment expired here, it is still credited", async () => {
    const started = await start();
    await later("61 minutes");
    await later("5 minutes");
    await sweep();
    expect((await view(started)).state).toBe("expired");
    await later("3 days");
    pay(started.payment);
    expect((await tellOf(started.payment)).status).toBe(200);
    expect((await view(started)).state).toBe("credited");
    expect(await balanceOf(started)).toBe(10_000);
  });

  test("before the answer to the beginning was stored, it finds its payment by the reference", async () => {
    const user = ++lastUser;
    const key = newKey();
    provider.isBroken = true;
    await begin(user, { amountKopecks: 10_000 }, { key });
    provider.isBroken = false;
    const { id } = await one<{ id: number }>(db, sql`select id from payments where user_id = ${user}`);
    const payment = {
      id: "tp_lost-at-opening",
      reference: referenceOf(id),
      status: "paid",
      paidAmount: "100.00",
      paidCurrency: "RUB",
    };
    provider.payments.set(payment.id, payment);
    expect((await tellOf(payment)).status).toBe(200);
    expect((await getBalance(db, user)).availableKopecks).toBe(10_000);
    const again = await begin(user, { amountKopecks: 10_000 }, { key });
    expect(again.status).toBe(409);
  });

  test("of an unknown payment, or of another shop's, changes nothing", async () => {
    expect((await tellOf({ id: "tp_nobody-knows-it" } as StandInPayment)).status).toBe(200);
    const foreign = {
      id: "tp_of-another-shop",
      reference: "order-1",
      status: "paid",
      paidAmount: "9.00",
      paidCurrency: "RUB",
    };
    provider.payments.set(foreign.id, foreign);
    expect((await tellOf(foreign)).status).toBe(200);
    expect(
      await maybeOne(
        db,
        sql`select id from payments where provider_payment_id in (${foreign.id}, 'tp_nobody-knows-it')`,
      ),
    ).toBeNull();
  });

  test("a second payment of the provider for the same reference is never credited", async () => {
    const started = await start();
    const second = { ...started.payment, id: "tp_second-of-the-same", status: "paid", paidAmount: "100.00" };
    provider.payments.set(second.id, second);
    expect((await tellOf(second)).status).toBe(200);
    expect(await balanceOf(started)).toBe(0);
    pay(started.payment);
    await tellOf(started.payment);
    await tellOf(second);
    expect(await balanceOf(started)).toBe(10_000);
  });

  test("the notice's own words decide nothing: unpaid at the provider is unpaid here", async () => {
    const started = await start();
    const rawBody = JSON.stringify({
      eventId: "ev_lies",
      paymentId: started.payment.id,
      status: "paid",
      paidAmount: "100000.00",
    });
    expect((await tell({ rawBody, headers: provider.sign(rawBody) })).status).toBe(200);
    expect((await view(started)).state).toBe("pending");
    expect(await balanceOf(started)).toBe(0);
  });
});

describe("forged notices", () => {
  const forgeries: [string, (started: Started) => { rawBody: string; headers: Record<string, string> }][] = [
    [
      "no signature",
      ({ payment }) => ({ ...provider.notice(payment), headers: { "content-type": "application/json" } }),
    ],
    ["the signature of another key", ({ payment }) => provider.notice(payment, { secret: "another" })],
    [
      "a right signature with another body",
      ({ payment }) => {
        const { headers } = provider.notice(payment);
        return { rawBody: JSON.stringify({ eventId: "ev_x", paymentId: payment.id }), headers };
      },
    ],
    [
      "a right signature with another time",
      ({ payment }) => {
        const { rawBody, headers } = provider.notice(payment, { ageSeconds: 5 });
        return {
          rawBody,
          headers: { ...headers, "x-gateway-timestamp": String(Math.floor(Date.now() / 1000)) },
        };
      },
    ],
    ["ten minutes old", ({ payment }) => provider.notice(payment, { ageSeconds: 600 })],
    ["ten minutes ahead", ({ payment }) => provider.notice(payment, { ageSeconds: -600 })],
    [
      "a signature in capital letters",
      ({ payment }) => {
        const { rawBody, headers } = provider.notice(payment);
        return { rawBody, headers: { ...headers, "x-gateway-signature": "A".repeat(64) } };
      },
    ],
  ];

  test.each(forgeries)("%s: 401, nobody is asked, nothing changes", async (_name, forge) => {
    const started = await start();
    pay(started.payment);
    const asked = provider.asked;
    const answer = await tell(forge(started));
    expect([answer.status, answer.body.error.code]).toEqual([401, "NOTICE_REFUSED"]);
    expect(provider.asked).toBe(asked);
    expect((await view(started)).state).toBe("pending");
    expect(await balanceOf(started)).toBe(0);
  });

  test("refused ones keep a hash only, and only so many a minute", async () => {
    await later("10 minutes");
    const { payment } = await start();
    const before = await noticeCount();
    for (let count = 0; count < 70; count += 1) await tell(provider.notice(payment, { secret: "another" }));
    expect((await noticeCount()) - before).toBe(60);
    const kept = await rows(
      db,
      sql`select 1 from payments_notices where not signature_ok and body is not null`,
    );
    expect(kept).toEqual([]);
  });

  test.each([
    ["an unknown provider", 404, "gold", {}, "{}"],
    ["a body beyond 64 KB", 413, "test-gateway", {}, `"${"x".repeat(70_000)}"`],
    ["XML", 415, "test-gateway", { "content-type": "application/xml" }, "<paid/>"],
    ["no text at all", 401, "test-gateway", {}, ""],
  ])("%s is refused with %i", async (_name, status, code, headers, rawBody) => {
    const answer = await api.call("POST", `/api/payments/webhooks/${code}`, { rawBody, headers });
    expect(answer.status).toBe(status);
  });

  test("a signed body that is no notice is refused as malformed", async () => {
    for (const rawBody of [
      "[]",
      "null",
      "{",
      '{"eventId":"ev_1"}',
      '{"eventId":"ev_1","paymentId":"../../etc"}',
    ]) {
      const answer = await tell({ rawBody, headers: provider.sign(rawBody) });
      expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION"]);
    }
  });

  test("a browser's origin does not matter to a provider's server", async () => {
    const { payment } = await start();
    const { rawBody, headers } = provider.notice(payment);
    const answer = await tell({
      rawBody,
      headers: { ...headers, origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" },
    });
    expect(answer.status).toBe(200);
  });
});

describe("what the provider answers", () => {
  test.each([
    ["less than agreed", { status: "underpaid", paidAmount: "99.99" }, "underpaid"],
    ["more than agreed", { status: "overpaid", paidAmount: "100.01" }, "overpaid"],
    ["less, but called paid", { status: "paid", paidAmount: "1.00" }, "underpaid"],
    ["another currency", { status: "paid", paidAmount: "100.00", paidCurrency: "USD" }, "underpaid"],
    ["a refusal", { status: "declined", paidAmount: "0.00" }, "failed"],
    ["the end of its time", { status: "expired", paidAmount: "0.00" }, "expired"],
  ])("a payment of which %s came is never credited", async (_name, answer, state) => {
    const started = await start();
    Object.assign(started.payment, answer);
    expect((await tellOf(started.payment)).status).toBe(200);
    const shown = await view(started);
    expect(shown.state).toBe(state);
    const differs = state === "underpaid" || state === "overpaid";
    expect(shown.received).toEqual(
      differs ? { amount: started.payment.paidAmount, currency: started.payment.paidCurrency } : null,
    );
    expect(await balanceOf(started)).toBe(0);
    expect(await eventsOf(started.user)).toEqual(["payment"]);
  });

  test("the missing rest makes an underpaid payment whole", async () => {
    const started = await start();
    pay(started.payment, "60.00", "underpaid");
    await tellOf(started.payment);
    pay(started.payment);
    await tellOf(started.payment);
    expect((await view(started)).state).toBe("credited");
    expect(await balanceOf(started)).toBe(10_000);
  });

  test.each([
    ["5xx", () => Object.assign(provider, { isBroken: true })],
    ["an amount that is no decimal", (payment: StandInPayment) => pay(payment, "1e2")],
    ["a status of its own", (payment: StandInPayment) => pay(payment, "100.00", "PAID!")],
    [
      "another payment's id",
      (payment: StandInPayment) => pay(Object.assign(payment, { id: "tp_swapped-payment" })),
    ],
  ])("%s: the payment stays pending and the notice is to be sent again", async (_name, spoil) => {
    const started = await start();
    const { id } = started.payment;
    const notice = provider.notice({ id });
    spoil(started.payment);
    const answer = await tell(notice);
    expect([answer.status, answer.body.error.code]).toEqual([503, "PROVIDER_UNAVAILABLE"]);
    expect((await view(started)).state).toBe("pending");
    provider.isBroken = false;
    Object.assign(started.payment, { id });
    pay(started.payment);
    expect((await tell(notice)).status).toBe(200);
    expect(await balanceOf(started)).toBe(10_000);
  });

  test("after a crash between commit and answer, the repeated notice changes nothing", async () => {
    const started = await start();
    pay(started.payment);
    const notice = provider.notice(started.payment);
    await tell(notice);
    // As if the process had died after the credit and before it noted what the notice led to.
    await execute(
      owner,
      sql`update payments_notices set outcome = null where provider_payment_id = ${started.payment.id}`,
    );
    expect((await tell(notice)).status).toBe(200);
    expect(await balanceOf(started)).toBe(10_000);
    expect(await creditsOf(started.user)).toHaveLength(1);
  });
});

describe("the sweep", () => {
  test("a payment whose notice was lost is asked for and credited", async () => {
    const started = await start();
    pay(started.payment);
    await sweep();
    expect(await balanceOf(started)).toBe(0);
    await later("11 seconds");
    await sweep();
    expect(await balanceOf(started)).toBe(10_000);
  });

  test("sweeps and notices together credit once", async () => {
    const started = await start();
    pay(started.payment);
    await later("11 seconds");
    await Promise.all([
      ...Array.from({ length: 10 }, () => sweep()),
      ...Array.from({ length: 10 }, () => tellOf(started.payment)),
    ]);
    expect(await balanceOf(started)).toBe(10_000);
    expect(await creditsOf(started.user)).toHaveLength(1);
  });

  test("one that was paid in its last second is credited, not expired", async () => {
    const started = await start();
    pay(started.payment);
    await later("2 hours");
    await sweep();
    expect((await view(started)).state).toBe("credited");
  });

  test("a provider that is away expires nothing", async () => {
    const started = await start();
    provider.isBroken = true;
    await later("2 hours");
    await sweep();
    expect((await view(started)).state).toBe("pending");
    provider.isBroken = false;
    await later("1 hour");
    await sweep();
    expect((await view(started)).state).toBe("expired");
  });

  test("one that the provider has forgotten expires with its time, not before", async () => {
    const started = await start();
    provider.payments.delete(started.payment.id);
    await later("30 minutes");
    await sweep();
    expect((await view(started)).state).toBe("pending");
    await later("2 hours");
    await sweep();
    expect((await view(started)).state).toBe("expired");
  });

  test("one under way at the provider is waited for beyond its time", async () => {
    const started = await start();
    pay(started.payment, "0.00", "processing");
    await later("2 hours");
    await sweep();
    expect((await view(started)).state).toBe("pending");
    pay(started.payment);
    await later("1 hour");
    await sweep();
    expect((await view(started)).state).toBe("credited");
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
