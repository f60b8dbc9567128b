import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
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
  pay,
  provider,
  type Started,
  start,
  sweep,
  tell,
  tellOf,
  view,
} from "#features/payments/payments-routes.factory.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import type { StandInPayment } from "#lib/payment-stand-ins/stand-in.ts";

const noticeCount = async () =>
  (await one<{ count: number }>(db, sql`select count(*) as count from payments_notices`)).count;

/** A paid payment that the provider has and the product did not get to know. */
async function givenAtProvider(its: { id: string; reference: string }): Promise<StandInPayment> {
  const { payment } = await start();
  const made: StandInPayment = { ...payment, ...its, state: "paid", paid: "100.00" };
  provider.payments.set(made.id, made);
  return made;
}

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
      { state: "open", paid: "0.00" },
      { state: "processing", paid: "0.00" },
      { state: "declined", paid: "0.00" },
      { state: "paid", paid: "100.00" },
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
    const user = newUser();
    const key = newKey();
    provider.fault = "5xx";
    await begin(user, { amountKopecks: 10_000 }, { key });
    provider.fault = "none";
    const { id } = await one<{ id: number }>(db, sql`select id from payments where user_id = ${user}`);
    const payment = await givenAtProvider({ id: "tp_lost-at-opening", reference: referenceOf(id) });
    expect((await tellOf(payment)).status).toBe(200);
    expect((await getBalance(db, user)).availableKopecks).toBe(10_000);
    const again = await begin(user, { amountKopecks: 10_000 }, { key });
    expect(again.status).toBe(409);
  });

  test("of an unknown payment, or of another shop's, changes nothing", async () => {
    expect((await tellOf({ id: "tp_nobody-knows-it" })).status).toBe(200);
    const foreign = await givenAtProvider({ id: "tp_of-another-shop", reference: "order-1" });
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
    const { reference } = started.payment;
    const second = await givenAtProvider({ id: "tp_second-of-the-same", reference });
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
    ["the signature of another key", ({ payment }) => provider.notice(payment, { isForged: true })],
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
    const { calls } = provider;
    const answer = await tell(forge(started));
    expect([answer.status, answer.body.error.code]).toEqual([401, "NOTICE_REFUSED"]);
    expect(provider.calls).toBe(calls);
    expect((await view(started)).state).toBe("pending");
    expect(await balanceOf(started)).toBe(0);
  });

  test("refused ones keep a hash only, and only so many a minute", async () => {
    await later("10 minutes");
    const { payment } = await start();
    const before = await noticeCount();
    for (let count = 0; count < 70; count += 1) await tell(provider.notice(payment, { isForged: true }));
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

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
