import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import {
  actionsOf,
  anna,
  boris,
  codeOf,
  db,
  gateway,
  gateways,
  get,
  lead,
  newKey,
  owner,
  provider,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { askProvider } from "#features/back-office/payments/payments.writes.ts";
import type { TestStaff } from "#features/identity/staff.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenTetherPayment } from "#features/payments/claims/claims.factory.ts";
import { GatewayFault, type PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { startPayment } from "#features/payments/payments.writes.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { execute } from "#lib/db/query.ts";

describe("payments", () => {
  test("are found by state, method, user, day and either id; pages join without gap", async () => {
    const userId = await givenCustomer(db, 0);
    const ids: number[] = [];
    for (let index = 0; index < 53; index += 1)
      ids.push(await givenTopUp(db, { userId, amountKopecks: 1_000 + index }));
    const first = await get(`payments?userId=${userId}`);
    expect([first.body.items.length, first.body.hasMore]).toEqual([50, true]);
    const second = await get(`payments?userId=${userId}&before=${first.body.items.at(-1).id}`);
    expect([second.body.items.length, second.body.hasMore]).toEqual([3, false]);
    const seen = [...first.body.items, ...second.body.items].map(({ id }) => id);
    expect(seen).toEqual(ids.toReversed());
    const [newest] = first.body.items;
    const by = async (query: string) => (await get(`payments?userId=${userId}&${query}`)).body.items.length;
    expect(await by(`search=${newest.id}`)).toBe(1);
    expect(await by(`search=${encodeURIComponent(newest.providerPaymentId)}`)).toBe(1);
    expect(await by("search=' or 1=1 --")).toBe(0);
    expect(await by("state=failed")).toBe(0);
    expect(await by("method=card")).toBe(0);
    // Midnight may have come between.
    const [from, to] = [second.body.items.at(-1), newest].map(({ createdAt }) => createdAt.slice(0, 10));
    expect([
      await by(`from=${from}&to=${to}`),
      await by("to=2001-01-01"),
      await by("from=2200-01-01"),
    ]).toEqual([50, 0, 0]);
    for (const wrong of ["state=nonsense", "from=2020-13-40", "from=0000-01-01", "before=-1", "userId=x"]) {
      expect((await get(`payments?${wrong}`)).status).toBe(400);
    }
  });

  test("are found by the day of their credit and by another amount than agreed", async () => {
    const userId = await givenCustomer(db, 0);
    const late = await givenTopUp(db, { userId, amountKopecks: 1_000 });
    const { id: odd } = await givenTetherPayment(owner, userId, "overpaid");
    await execute(
      owner,
      sql`update payments set created_at = '2026-01-01 12:00Z', credited_at = '2026-02-02 12:00Z' where id = ${late}`,
    );
    const ids = async (query: string) =>
      (await get(`payments?userId=${userId}&${query}`)).body.items.map(({ id }: { id: number }) => id);
    expect(await ids("days=credited&from=2026-02-02&to=2026-02-02")).toEqual([late]);
    expect(await ids("from=2026-02-02&to=2026-02-02")).toEqual([]);
    expect(await ids("from=2026-01-01&to=2026-01-01")).toEqual([late]);
    expect(await ids("days=credited")).toEqual([late]);
    expect(await ids("state=odd")).toEqual([odd]);
    expect((await get("payments?days=never")).status).toBe(400);
  });

  test("one shows its provider's notices as they came, its transfers, and what the provider says now", async () => {
    const userId = await givenCustomer(db, 0);
    const started = await startPayment(db, gateways, {
      userId,
      method: "test-gateway",
      amountKopecks: 50_000,
      context: {},
      idempotencyKey: newKey(),
      locale: "en",
    });
    const at = provider.paymentOf(`payment-${started.id}`);
    expect((await get(`payments/${started.id}`)).body).toMatchObject({
      state: "pending",
      notices: [],
      transfers: [],
    });
    const asked = await send(support, `payments/${started.id}/ask`, {});
    expect(asked.body).toMatchObject({ state: "open", settled: "unchanged" });
    Object.assign(at, { state: "paid", paid: "500.00" });
    await execute(
      owner,
      sql`insert into payments_notices (provider, event_id, provider_payment_id, signature_ok, body_hash, body, outcome)
          values ('test-gateway', 'ev_1', ${at.id}, true, 'hash', '{"raw":1}', 'credited')`,
    );
    expect((await send(support, `payments/${started.id}/ask`, {})).body).toMatchObject({
      state: "paid",
      amount: "500.00",
      settled: "credited",
    });
    const { body } = await get(`payments/${started.id}`);
    expect(body.notices).toMatchObject([{ body: '{"raw":1}', isSigned: true, outcome: "credited" }]);
    expect(body.transfers).toMatchObject([
      { kind: "top_up", amountKopecks: 50_000, credit: `user:user:${userId}` },
    ]);
    expect((await actionsOf(`payment:${started.id}`)).map(({ action }) => action)).toEqual([
      "payment.ask",
      "payment.ask",
    ]);
    provider.fault = "5xx";
    expect(codeOf(await send(support, `payments/${started.id}/ask`, {}))).toEqual([
      503,
      "PROVIDER_UNAVAILABLE",
    ]);
    provider.fault = "none";
    expect(codeOf(await get("payments/1"))).toEqual([404, "DESK_NOTHING_THERE"]);
    expect((await get("payments/abc")).status).toBe(404);
    expect(codeOf(await send(support, "payments/1/ask", {}))).toEqual([404, "DESK_NOTHING_THERE"]);
  });

  test("one that an ask credits is in the audit, also when its provider falls silent right after", async () => {
    const { paymentId, at } = await givenStarted(50_000);
    Object.assign(at, { state: "paid", paid: "500.00" });
    let asks = 0;
    const silent: PaymentGateway = {
      ...gateway,
      async fetchStatus(id) {
        asks += 1;
        if (asks > 1) throw new GatewayFault("no answer");
        return gateway.fetchStatus(id);
      },
    };
    const staff = { staffId: support.userId, permission: "support", ip: "192.0.2.9" } as const;
    const asked = await askProvider(db, new Map([[silent.id, silent]]), paymentId, staff);
    expect(asked).toMatchObject({ settled: "credited", word: { state: "paid", paidAmount: "500.00" } });
    expect(await actionsOf(`payment:${paymentId}`)).toEqual([
      { action: "payment.ask", actor: support.userId },
    ]);
  });
});

/** A top-up that has begun at the stand-in. */
async function givenStarted(amountKopecks: number) {
  const userId = await givenCustomer(db, 0);
  const started = await startPayment(db, gateways, {
    userId,
    method: "test-gateway",
    amountKopecks,
    context: {},
    idempotencyKey: newKey(),
    locale: "en",
  });
  return { userId, paymentId: started.id, at: provider.paymentOf(`payment-${started.id}`) };
}

/** A paid top-up at the stand-in. */
async function givenPaid(amountKopecks: number) {
  const { userId, paymentId, at } = await givenStarted(amountKopecks);
  Object.assign(at, { state: "paid", paid: `${Math.trunc(amountKopecks / 100)}.00` });
  await settlePayment(db, gateway, at.id);
  return { userId, paymentId };
}

describe("a refund to the source", () => {
  test("is asked for by one and signed by another; the money is reserved at once and asked for once per key", async () => {
    const { userId, paymentId } = await givenPaid(100_000);
    const key = newKey();
    const input = { paymentId, amountKopecks: 60_000, reason: "the user asked" };
    const asked = await send(anna, "refunds", input, "POST", key);
    expect([asked.status, asked.body.state, asked.body.proposer.name]).toEqual([201, "requested", "Anna"]);
    const again = await send(anna, "refunds", input, "POST", key);
    expect([again.body.id, again.headers.get("idempotency-replayed")]).toEqual([asked.body.id, "true"]);
    expect((await getBalance(db, userId)).heldKopecks).toBe(60_000);
    const { id } = asked.body;
    const step = { step: "approve", reason: "looks right" };
    expect(asked.body.steps).toEqual(["reject"]);
    expect((await get(`withdrawals/${id}`)).body.steps).toEqual([]);
    expect((await get(`withdrawals/${id}`, boris)).body.steps).toEqual(["approve", "reject"]);
    expect(codeOf(await send(anna, `withdrawals/${id}/steps`, step))).toEqual([403, "SAME_PERSON"]);
    const answers = await Promise.all([
      send(boris, `withdrawals/${id}/steps`, step),
      send(lead, `withdrawals/${id}/steps`, step),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const signer = answers[0].status === 200 ? boris : lead;
    const repeated = await send(signer, `withdrawals/${id}/steps`, step);
    expect([repeated.status, repeated.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect((await get(`withdrawals/${id}`)).body).toMatchObject({
      state: "approved",
      proposalReason: "the user asked",
    });
    expect((await actionsOf(`payment:${paymentId}`)).map(({ action }) => action)).toEqual(["payment.refund"]);
    expect((await actionsOf(`withdrawal:${id}`)).length).toBeGreaterThan(0);
  });

  test("signed first by the same person again answers as the first time, before and after the second signature", async () => {
    const userId = await givenCustomer(db, 0);
    const paymentId = await givenTopUp(db, { userId, amountKopecks: 1_500_000 });
    const input = { paymentId, amountKopecks: 1_500_000, reason: "the user asked" };
    const { id } = (await send(anna, "refunds", input)).body;
    const sign = async (staff: TestStaff) => {
      const answer = await send(staff, `withdrawals/${id}/steps`, { step: "approve", reason: "looks right" });
      return [answer.status, answer.body.state, answer.headers.get("idempotency-replayed")];
    };
    expect(await sign(boris)).toEqual([200, "requested", null]);
    expect(await sign(boris)).toEqual([200, "requested", "true"]);
    expect(await sign(lead)).toEqual([200, "approved", null]);
    expect(await sign(boris)).toEqual([200, "approved", "true"]);
    const signed = (await actionsOf(`withdrawal:${id}`)).filter(({ actor }) => actor === boris.userId);
    expect(signed.map(({ action }) => action)).toEqual(["withdrawal.sign"]);
  });

  test("cannot be more than what is left, nor of nothing, nor of one's own", async () => {
    const { paymentId } = await givenPaid(100_000);
    const input = { paymentId, amountKopecks: 100_001, reason: "too much" };
    expect((await send(anna, "refunds", input)).status).toBeGreaterThanOrEqual(400);
    expect((await send(anna, "refunds", { ...input, paymentId: 5 })).status).toBe(404);
    const ownTopUp = await givenTopUp(db, { userId: anna.userId, amountKopecks: 50_000 });
    const answer = await send(anna, "refunds", { ...input, paymentId: ownTopUp, amountKopecks: 50_000 });
    expect(codeOf(answer)).toEqual([403, "OWN_ACCOUNT"]);
  });

  test("a rejected one gives the reservation back", async () => {
    const { userId, paymentId } = await givenPaid(100_000);
    const { id } = (await send(anna, "refunds", { paymentId, amountKopecks: 30_000, reason: "reason" })).body;
    const rejected = await send(boris, `withdrawals/${id}/steps`, { step: "reject", reason: "not yet" });
    expect(rejected.body).toMatchObject({
      state: "rejected",
      reason: "not yet",
      closedBy: { name: "Boris" },
    });
    expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 0, availableKopecks: 100_000 });
    const listed = await get(`withdrawals?userId=${userId}&state=rejected`);
    expect(listed.body.items.map((one: { id: number }) => one.id)).toEqual([id]);
    expect((await get(`withdrawals?userId=${userId}&state=waiting`)).body.items).toEqual([]);
  });
});
