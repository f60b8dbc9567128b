import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { createPaymentRoutes } from "#features/payments/payments.routes.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import {
  api,
  balanceOf,
  begin,
  creditsOf,
  db,
  eventsOf,
  later,
  newKey,
  newUser,
  owner,
  pay,
  provider,
  start,
  sweep,
  tell,
  tellOf,
  view,
} from "#features/payments/payments-routes.factory.ts";
import { guest } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import type { StandInPayment } from "#lib/payment-stand-ins/stand-in.ts";
import { testApi } from "#lib/testing/test-api.ts";

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
    const user = newUser();
    const { status, body } = await begin(
      user,
      {
        ...{ amount: "99.5", service: "tg", country: "6", goback: true, externalId: "order:7" },
        planned: "accounts-17-2",
      },
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
      planned: "accounts-17-2",
      received: null,
      creditedAt: null,
    });
  });

  test.each([
    [{ amountKopecks: 0 }, 400, "AMOUNT_NOT_POSITIVE", "The top-up amount must be greater than 0"],
    [{ amountKopecks: -5 }, 400, "AMOUNT_NOT_POSITIVE", "The top-up amount must be greater than 0"],
    [{ amount: "-1.00" }, 400, "AMOUNT_NOT_POSITIVE", "The top-up amount must be greater than 0"],
    [{ amount: "0.00" }, 400, "AMOUNT_NOT_POSITIVE", "The top-up amount must be greater than 0"],
    [{ amountKopecks: 999 }, 400, "AMOUNT_TOO_SMALL", "The minimum top-up is 10 ₽"],
    [{ amountKopecks: 10_000_001 }, 400, "AMOUNT_TOO_LARGE", "The maximum top-up is 100\u00a0000 ₽"],
    [
      { amountKopecks: 2_000, method: "gold" },
      404,
      "METHOD_NOT_FOUND",
      "This payment method is not available",
    ],
  ])("%j is refused with %i %s", async (body, status, code, message) => {
    const orders = provider.orders.length;
    const answer = await begin(newUser(), body);
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
    [{ amountKopecks: 2_000, planned: "https://elsewhere.example" }],
    [{ amountKopecks: 2_000, planned: "/profile/software" }],
  ])("%j is refused as malformed", async (body) => {
    const answer = await begin(newUser(), body);
    expect([answer.status, answer.body.error.code]).toEqual([400, "VALIDATION"]);
  });

  test("guests are turned away, and the key is required", async () => {
    const body = { method: "test-gateway", amountKopecks: 2_000 };
    expect((await api.call("POST", "/api/payments", { body })).status).toBe(401);
    expect((await begin(newUser(), body, { key: null })).status).toBe(400);
    expect((await api.call("GET", "/api/payments/1")).status).toBe(401);
  });

  test("the same key answers the same payment, another body with it is refused", async () => {
    const user = newUser();
    const key = newKey();
    const first = await begin(user, { amountKopecks: 5_000 }, { key });
    const again = await begin(user, { amountKopecks: 5_000 }, { key });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const other = await begin(user, { amountKopecks: 5_001 }, { key });
    expect([other.status, other.body.error.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
    const stranger = await begin(newUser(), { amountKopecks: 5_000 }, { key });
    expect(stranger.body.id).not.toBe(first.body.id);
  });

  test("the same key 20 times in parallel makes one payment here and one at the provider", async () => {
    const user = newUser();
    const key = newKey();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => begin(user, { amountKopecks: 5_000 }, { key })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id} ${body.redirectUrl}`)).size).toBe(
      1,
    );
    expect(answers.filter(({ headers }) => headers.get("idempotency-replayed") === null)).toHaveLength(1);
    const reference = referenceOf(answers[0]?.body.id);
    expect(provider.paymentsOf(reference)).toHaveLength(1);
  });

  test("a provider that does not answer leaves a payment that the same key opens later", async () => {
    const user = newUser();
    const key = newKey();
    provider.fault = "5xx";
    const refused = await begin(user, { amountKopecks: 5_000 }, { key });
    expect([refused.status, refused.body.error.code]).toEqual([503, "PROVIDER_UNAVAILABLE"]);
    provider.fault = "none";
    const opened = await begin(user, { amountKopecks: 5_000 }, { key });
    expect(opened.status).toBe(201);
    expect(opened.headers.get("idempotency-replayed")).toBe("true");
  });

  test("one never opened is given up, and its key then says so", async () => {
    const user = newUser();
    const key = newKey();
    provider.fault = "5xx";
    await begin(user, { amountKopecks: 5_000 }, { key });
    provider.fault = "none";
    await later("20 minutes");
    await sweep();
    const refused = await begin(user, { amountKopecks: 5_000 }, { key });
    expect([refused.status, refused.body.error.code]).toEqual([409, "PAYMENT_OVER"]);
  });

  test("nobody begins more than 60 payments an hour", async () => {
    const user = newUser();
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
      const answer = await api.call("GET", path, { headers: { "x-test-user": String(newUser()) } });
      expect(answer.status).toBe(404);
    }
  });
});

describe("what the provider answers", () => {
  test.each([
    ["less than agreed", { state: "underpaid", paid: "99.99" }, "underpaid"],
    ["more than agreed", { state: "overpaid", paid: "100.01" }, "overpaid"],
    ["less, but called paid", { state: "paid", paid: "1.00" }, "underpaid"],
    ["another currency", { state: "paid", paid: "100.00", paidCurrency: "USD" }, "underpaid"],
    ["a refusal", { state: "declined", paid: "0.00" }, "failed"],
    ["the end of its time", { state: "expired", paid: "0.00" }, "expired"],
  ])("a payment of which %s came is never credited", async (_name, answer, state) => {
    const started = await start();
    Object.assign(started.payment, answer);
    expect((await tellOf(started.payment)).status).toBe(200);
    const shown = await view(started);
    expect(shown.state).toBe(state);
    const differs = state === "underpaid" || state === "overpaid";
    expect(shown.received).toEqual(
      differs ? { amount: started.payment.paid, currency: started.payment.paidCurrency } : null,
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
    ["5xx", () => Object.assign(provider, { fault: "5xx" })],
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
    provider.fault = "none";
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
    provider.fault = "5xx";
    await later("2 hours");
    await sweep();
    expect((await view(started)).state).toBe("pending");
    provider.fault = "none";
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
