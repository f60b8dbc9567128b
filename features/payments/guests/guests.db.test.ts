import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { api as identity, makeUser, signIn, tokenOf } from "#features/identity/identity-routes.factory.ts";
import type { PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { claimGuestPayments } from "#features/payments/guests/claiming.writes.ts";
import {
  api,
  atProvider,
  balanceOf,
  begin,
  creditsOf,
  db,
  freshIp,
  gateway,
  later,
  mails,
  newKey,
  paidBy,
  pay,
  provider,
  stateOf,
  sweep,
  tell,
} from "#features/payments/guests/guests.factory.ts";
import { forgetAddresses } from "#features/payments/guests/returning.writes.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import { readPaymentQueues } from "#features/payments/staff-queues.reads.ts";
import { one, rows } from "#lib/db/query.ts";

let people = 0;
const newAddress = () => `guest${++people}@pays-first.example`;
const userOf = async (email: string) =>
  (await one<{ id: number }>(db, sql`select id from identity_users where email_key = ${email}`)).id;
const claimBy = (session: string) => api.call("POST", "/api/payments/guest/claim", { cookie: session });

/** Opens the link of the newest mail to an address. */
async function confirm(email: string) {
  const mail = (await mails()).find(({ to }) => to === email);
  return identity.call("POST", "/api/auth/confirm-email", {
    body: { token: tokenOf(mail?.text ?? "") },
    ip: freshIp(),
  });
}

/** A guest has begun a payment and its time ran out. */
async function unpaidBy(email: string): Promise<number> {
  const { body } = await begin(email);
  atProvider(body.id).state = "expired";
  await tell(body.id);
  return body.id;
}

/** A guest's money came when the days to claim it were over. */
async function paidLate(email: string): Promise<{ id: number }> {
  const id = await unpaidBy(email);
  await later("15 days");
  await sweep();
  await pay(id);
  return { id };
}

const forget = () => forgetAddresses(db, 1_000);
const addressesOf = async (ids: number[]) =>
  (await rows(db, sql`select from payments_guests where payment_id = any (${ids}) and email_key is not null`))
    .length;

describe("what a guest pays", () => {
  test("belongs to nobody and is credited to nobody, however often its provider tells", async () => {
    const id = await paidBy(newAddress());
    expect([await tell(id), await tell(id)]).toEqual(["unchanged", "unchanged"]);
    expect(await stateOf(id)).toBe("confirmed");
    expect(await creditsOf(id)).toEqual([]);
  });

  test("is one payment however often one press of the button is sent", async () => {
    const email = newAddress();
    const key = newKey();
    const [first, second] = await Promise.all([begin(email, key), begin(email, key)]);
    const third = await begin(email, key);
    expect([first.status, second.status, third.status]).toEqual([201, 201, 201]);
    expect([second.body.id, third.body.id]).toEqual([first.body.id, first.body.id]);
    expect(third.body.request).toBeNull();
    const other = await begin(newAddress(), key);
    expect(other.body.error.code).toBe("IDEMPOTENCY_MISMATCH");
  });

  test("is at least the method's minimum and by a method of the provider's own page", async () => {
    const little = await begin(newAddress(), newKey(), { amountKopecks: 999 });
    expect(little.body.error.code).toBe("AMOUNT_TOO_SMALL");
    const unknown = await begin(newAddress(), newKey(), { method: "alipay" });
    expect(unknown.body.error.code).toBe("METHOD_NOT_FOUND");
    const { count } = await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from payments where amount_kopecks = 999 or method = 'alipay'`,
    );
    expect(count).toBe(0);
  });
});

describe("an account of the paid address", () => {
  test("gets the money once, from the mailed link on, however often and in parallel it is claimed", async () => {
    const email = newAddress();
    const id = await paidBy(email);
    expect((await confirm(email)).body).toMatchObject({
      status: "confirmed",
      returnPath: "/profile/pay/claim",
    });
    const userId = await userOf(email);
    const claims = await Promise.all([1, 2, 3].map(() => claimGuestPayments(db, userId)));
    expect(claims.every((claimed) => claimed === id)).toBe(true);
    expect(await claimGuestPayments(db, userId)).toBe(id);
    expect(await balanceOf(userId)).toBe(10_000);
    expect(await creditsOf(id)).toHaveLength(1);
    expect(await stateOf(id)).toBe("credited");
    expect(await tell(id)).toBe("unchanged");
  });

  test("that was there before gets nothing until it has signed in", async () => {
    const { email, userId } = await makeUser(newAddress());
    const id = await paidBy(email);
    const mail = (await mails()).find(({ to }) => to === email);
    expect(tokenOf(mail?.text ?? "")).toBe("");
    expect(await balanceOf(userId)).toBe(0);
    const session = await signIn(email);
    expect((await claimBy(session)).body).toEqual({ paymentId: id });
    expect((await claimBy(session)).body).toEqual({ paymentId: id });
    expect(await balanceOf(userId)).toBe(10_000);
  });

  test("is the only one that gets it", async () => {
    const id = await paidBy(newAddress());
    const stranger = await makeUser(newAddress());
    expect((await claimBy(await signIn(stranger.email))).body).toEqual({ paymentId: null });
    expect(await balanceOf(stranger.userId)).toBe(0);
    expect(await stateOf(id)).toBe("confirmed");
  });

  test("that was faster than the money is credited when it comes", async () => {
    const { email, userId } = await makeUser(newAddress());
    const { body } = await begin(email);
    expect(await claimGuestPayments(db, userId)).toBe(body.id);
    expect(await balanceOf(userId)).toBe(0);
    await pay(body.id);
    expect(await balanceOf(userId)).toBe(10_000);
  });
});

describe("money that was reversed before an account took it", () => {
  async function disputed(email: string): Promise<number> {
    const id = await paidBy(email);
    atProvider(id).disputed = "100.00";
    await tell(id);
    expect(await stateOf(id)).toBe("charged_back");
    return id;
  }

  test("waits for its account again when the dispute was won", async () => {
    const { email, userId } = await makeUser(newAddress());
    const id = await disputed(email);
    await later("15 days");
    await sweep();
    atProvider(id).disputed = null;
    expect([await tell(id), await tell(id)]).toEqual(["confirmed", "unchanged"]);
    expect(await claimGuestPayments(db, userId)).toBe(id);
    expect(await balanceOf(userId)).toBe(10_000);
  });

  test("is credited once when its account took the payment and the dispute was won afterwards", async () => {
    const { email, userId } = await makeUser(newAddress());
    const id = await disputed(email);
    expect(await claimGuestPayments(db, userId)).toBe(id);
    expect(await balanceOf(userId)).toBe(0);
    atProvider(id).disputed = null;
    await Promise.all([tell(id), tell(id), tell(id)]);
    expect([await stateOf(id), await balanceOf(userId)]).toEqual(["credited", 10_000]);
    expect(await creditsOf(id)).toHaveLength(1);
  });

  test("is not there again because an older answer of its provider comes in last", async () => {
    const { email, userId } = await makeUser(newAddress());
    const id = await paidBy(email);
    let asked = 0;
    const slow: PaymentGateway = {
      ...gateway,
      async fetchStatus(payment) {
        const answer = await gateway.fetchStatus(payment);
        asked += 1;
        if (asked > 1) return answer;
        // Meanwhile the dispute is opened, told and taken in.
        atProvider(id).disputed = "100.00";
        await tell(id);
        return answer;
      },
    };
    expect(await settlePayment(db, slow, atProvider(id).id)).toBe("unchanged");
    expect([asked, await stateOf(id), await balanceOf(userId)]).toEqual([2, "charged_back", 0]);
  });
});

describe("money that no account takes", () => {
  test("goes back to its source once, after fourteen days and not before", async () => {
    const { email, userId } = await makeUser(newAddress());
    const id = await paidBy(email);
    await later("13 days 23 hours");
    await sweep();
    expect(await stateOf(id)).toBe("confirmed");
    await later("14 days 1 hour");
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect(atProvider(id).refunds).toMatchObject([{ reference: `guest-return-${id}`, amount: "100.00" }]);
    expect(await stateOf(id)).toBe("refunded");
    expect(await claimGuestPayments(db, userId)).toBeNull();
    expect(await balanceOf(userId)).toBe(0);
  });

  test("is asked for again by the same reference when the provider's answer is lost, and given to nobody meanwhile", async () => {
    const { email, userId } = await makeUser(newAddress());
    const id = await paidBy(email);
    provider.answersToLose = 1;
    await later("14 days 1 hour");
    await sweep();
    expect(await claimGuestPayments(db, userId)).toBeNull();
    await later("14 days 3 hours");
    await sweep();
    expect(atProvider(id).refunds).toHaveLength(1);
    expect([await stateOf(id), await balanceOf(userId)]).toEqual(["refunded", 0]);
  });

  test("ends in one place when it is claimed at the moment it would go back", async () => {
    const all = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async () => {
        const { email, userId } = await makeUser(newAddress());
        return { userId, id: await paidBy(email) };
      }),
    );
    await later("14 days 1 hour");
    await Promise.all([sweep(), ...all.map(({ userId }) => claimGuestPayments(db, userId)), sweep()]);
    await later("14 days 3 hours");
    await sweep();
    for (const { userId, id } of all) {
      const isReturned = atProvider(id).refunds.length > 0;
      expect(await balanceOf(userId)).toBe(isReturned ? 0 : 10_000);
      expect(await stateOf(id)).toBe(isReturned ? "refunded" : "credited");
    }
  });

  test("waits for the staff where its provider sends nothing back, and can still be claimed", async () => {
    const { email, userId } = await makeUser(newAddress());
    const id = await paidBy(email);
    provider.refundFate = "refused";
    await later("14 days 1 hour");
    await sweep();
    const kept = await rows(
      db,
      sql`select payment_id from payments_guests where payment_id = ${id} and kept_at is not null`,
    );
    expect(kept).toHaveLength(1);
    expect(await claimGuestPayments(db, userId)).toBe(id);
    expect(await balanceOf(userId)).toBe(10_000);
  });

  test("waits for the staff when its return fails after it was made, and can be claimed then", async () => {
    const { email, userId } = await makeUser(newAddress());
    const id = await paidBy(email);
    await later("14 days 1 hour");
    await sweep();
    expect(await stateOf(id)).toBe("refunded");
    for (const refund of atProvider(id).refunds) refund.state = "refused";
    await later("20 days");
    await tell(id);
    expect(await claimGuestPayments(db, userId)).toBeNull();
    await sweep();
    const { oddPayments } = await readPaymentQueues(db);
    expect([await stateOf(id), oddPayments.count]).toEqual(["confirmed", 1]);
    expect(await claimGuestPayments(db, userId)).toBe(id);
    expect(await balanceOf(userId)).toBe(10_000);
  });

  test("goes back after another fourteen days when it came after everything was over", async () => {
    const { id } = await paidLate(newAddress());
    await sweep();
    expect(await stateOf(id)).toBe("confirmed");
    await later("30 days");
    await sweep();
    expect(await stateOf(id)).toBe("refunded");
  });

  test("may be claimed although it came after everything was over", async () => {
    const { email, userId } = await makeUser(newAddress());
    const { id } = await paidLate(email);
    expect(await claimGuestPayments(db, userId)).toBe(id);
    expect(await balanceOf(userId)).toBe(10_000);
  });

  test("leaves no address behind when nothing came for a hundred and twenty days after everything was over", async () => {
    const ids = [await paidBy(newAddress()), await unpaidBy(newAddress())];
    await later("15 days");
    await sweep();
    await later("119 days");
    await forget();
    expect(await addressesOf(ids)).toBe(2);
    await later("2 days");
    await forget();
    expect(await addressesOf(ids)).toBe(0);
  });
});
