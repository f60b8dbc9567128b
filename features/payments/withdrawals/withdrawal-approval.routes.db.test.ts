import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { getReferralBalance } from "#features/ledger/ledger.reads.ts";
import { reverseTopUp } from "#features/payments/top-ups.factory.ts";
import {
  beginSending,
  confirmReturned,
  confirmSent,
  rejectWithdrawal,
} from "#features/payments/withdrawals/approval.writes.ts";
import { confirmWithdrawalDestination } from "#features/payments/withdrawals/payout-destination/payout-destination.writes.ts";
import { sendWithdrawal } from "#features/payments/withdrawals/sending/sending.writes.ts";
import {
  ANNA,
  approve,
  ask,
  cancel,
  codeIn,
  db,
  gateways,
  givenRequest,
  givenShare,
  listOf,
  owner,
  provider,
  send,
  stateOf,
  walletOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { type WithdrawalState, withdrawalStates } from "#features/payments/withdrawals.rules.ts";
import { rows } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

const BORIS = 900_002;

const callsFor = (id: number) =>
  provider.calls.filter((reference) => reference === `withdrawal-${id}`).length;

/** Enters the code of the newest mail for a withdrawal to a new card or address, and lets it rest. */
async function confirmAndRest(user: number, id: number): Promise<void> {
  await confirmWithdrawalDestination(db, user, id, codeIn((await runDueJobs(db, [])).at(-1)));
  await moveClock(owner, "24 hours");
}

describe("the staff", () => {
  test("above the limit two different people sign; nobody signs for themselves", async () => {
    const { user, id } = await givenRequest(1_500_000);
    await expect(approve(id, user)).rejects.toMatchObject({ code: "OWN_WITHDRAWAL" });
    expect(await approve(id, ANNA)).toBe("requested");
    await expect(approve(id, ANNA)).rejects.toMatchObject({ code: "SECOND_PERSON_NEEDED" });
    await send();
    expect(callsFor(id)).toBe(0);
    expect(await approve(id, BORIS)).toBe("approved");
    await send();
    expect(await stateOf(id)).toBe("paid");
    const signed = await rows(
      owner,
      sql`select actor_id, action from identity_audit where subject = ${`withdrawal:${id}`} order by id`,
    );
    expect(signed).toEqual([
      { actor_id: ANNA, action: "withdrawal.sign" },
      { actor_id: BORIS, action: "withdrawal.approve" },
    ]);
  });

  test("two signatures of one person at the same time are one", async () => {
    const { id } = await givenRequest(1_500_000);
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => approve(id, ANNA)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await stateOf(id)).toBe("requested");
  });

  test("a rejected one gives the money back with the reason", async () => {
    const { user, id } = await givenRequest(100_000);
    await rejectWithdrawal(db, { withdrawalId: id, staffId: ANNA, reason: "Write to support, please" });
    expect(await walletOf(user)).toEqual({ posted: 100_000, held: 0, available: 100_000 });
    expect((await listOf(user))[0]).toMatchObject({ state: "rejected", reason: "Write to support, please" });
  });

  test("a card is paid by hand with the bank's number, which pays one withdrawal only", async () => {
    const { userId: user } = await givenApiBuyer(db, 0);
    await givenShare(user, 1_000_000);
    const body = {
      source: "referral",
      method: "card",
      amountKopecks: 500_000,
      requisites: "4242424242424242",
    };
    const ids = [(await ask(user, body)).body.id, (await ask(user, body)).body.id] as const;
    await confirmAndRest(user, ids[0]);
    for (const id of ids) {
      const decision = { withdrawalId: id, staffId: ANNA, reason: "by bank" };
      await expect(confirmSent(db, { ...decision, transactionId: "b-0" })).rejects.toMatchObject({
        code: "WITHDRAWAL_MOVED_ON",
      });
      await approve(id);
      await send();
      expect(await stateOf(id)).toBe("approved");
      await beginSending(db, decision);
      await expect(beginSending(db, { ...decision, staffId: BORIS })).rejects.toMatchObject({
        code: "WITHDRAWAL_MOVED_ON",
      });
    }
    const decision = { staffId: ANNA, reason: "by bank" };
    expect(await confirmSent(db, { ...decision, withdrawalId: ids[0], transactionId: " bank-17 " })).toBe(
      "paid",
    );
    await expect(
      confirmSent(db, { ...decision, withdrawalId: ids[1], transactionId: "bank-17" }),
    ).rejects.toMatchObject({ code: "TRANSACTION_ALREADY_USED" });
    expect(await confirmReturned(db, { ...decision, withdrawalId: ids[1], reason: "card closed" })).toBe(
      "returned",
    );
    expect(await getReferralBalance(db, user)).toMatchObject({ postedKopecks: 500_000, heldKopecks: 0 });
    expect((await listOf(user)).map(({ transactionId }: { transactionId: string }) => transactionId)).toEqual(
      [null, "bank-17"],
    );
  });

  test("what was paid is a line of the owner's security log with its amount, and what came back is not", async () => {
    const { userId: user } = await givenApiBuyer(db, 0);
    await givenShare(user, 1_000_000);
    const card = { source: "referral", method: "card", requisites: "4242424242424242" };
    const [paid, returned] = [
      (await ask(user, { ...card, amountKopecks: 500_000 })).body.id,
      (await ask(user, { ...card, amountKopecks: 500_000 })).body.id,
    ];
    await confirmAndRest(user, paid);
    const decision = { staffId: ANNA, reason: "by bank" };
    for (const withdrawalId of [paid, returned]) {
      await approve(withdrawalId);
      await beginSending(db, { ...decision, withdrawalId });
    }
    await confirmSent(db, { ...decision, withdrawalId: paid, transactionId: "bank-18" });
    await confirmReturned(db, { ...decision, withdrawalId: returned });
    const lines = await rows(
      db,
      sql`select kind, amount_kopecks as "amountKopecks" from identity_security_events
          where user_id = ${user} and kind like 'withdrawal%' order by id`,
    );
    expect(lines).toEqual([
      { kind: "withdrawalAsked", amountKopecks: 500_000 },
      { kind: "withdrawalAsked", amountKopecks: 500_000 },
      { kind: "withdrawalPaid", amountKopecks: 500_000 },
    ]);
  });

  test("what goes out by itself is not marked by hand", async () => {
    const { id } = await givenRequest(100_000);
    await approve(id);
    const decision = { withdrawalId: id, staffId: ANNA, reason: "hand" };
    await expect(beginSending(db, decision)).rejects.toMatchObject({ code: "WITHDRAWAL_NOT_BY_HAND" });
    await expect(confirmReturned(db, decision)).rejects.toMatchObject({ code: "WITHDRAWAL_NOT_BY_HAND" });
  });
});

describe("every step from every state", () => {
  const steps = {
    confirm_destination: (id: number, user: number) => confirmAndRest(user, id),
    approve: (id: number) => approve(id),
    reject: (id: number) => rejectWithdrawal(db, { withdrawalId: id, staffId: ANNA, reason: "no" }),
    cancel: async (id: number, user: number) => {
      const { status, body } = await cancel(user, id);
      if (status !== 200) throw Object.assign(new Error(body.error.code), { code: body.error.code });
    },
    send: (id: number) => beginSending(db, { withdrawalId: id, staffId: ANNA, reason: "go" }),
    confirm: (id: number) =>
      confirmSent(db, { withdrawalId: id, staffId: ANNA, reason: "sent", transactionId: `tx-${id}` }),
    confirm_return: (id: number) => confirmReturned(db, { withdrawalId: id, staffId: ANNA, reason: "back" }),
  } as const;
  const paths: Record<WithdrawalState, (keyof typeof steps)[]> = {
    unconfirmed: [],
    requested: ["confirm_destination"],
    approved: ["confirm_destination", "approve"],
    sending: ["confirm_destination", "approve", "send"],
    paid: ["confirm_destination", "approve", "send", "confirm"],
    returned: ["confirm_destination", "approve", "send", "confirm_return"],
    rejected: ["reject"],
    cancelled: ["cancel"],
  };
  const next: Partial<Record<`${WithdrawalState} ${keyof typeof steps}`, WithdrawalState>> = {
    "unconfirmed confirm_destination": "requested",
    "unconfirmed reject": "rejected",
    "unconfirmed cancel": "cancelled",
    "requested approve": "approved",
    "requested reject": "rejected",
    "requested cancel": "cancelled",
    "approved reject": "rejected",
    "approved send": "sending",
    "sending confirm": "paid",
    "sending confirm_return": "returned",
  };
  const pairs = withdrawalStates.flatMap((state) =>
    (Object.keys(steps) as (keyof typeof steps)[]).map((step) => [state, step] as const),
  );

  test.each(pairs)(
    "a withdrawal that is %s takes the step %s only where the table allows it",
    async (state, step) => {
      const { userId: user } = await givenApiBuyer(db, 0);
      await givenShare(user, 500_000);
      const body = {
        source: "referral",
        method: "card",
        amountKopecks: 500_000,
        requisites: "4242424242424242",
      };
      const { id } = (await ask(user, body)).body;
      for (const earlier of paths[state]) await steps[earlier](id, user);
      expect(await stateOf(id)).toBe(state);
      const before = await getReferralBalance(db, user);
      const expected = next[`${state} ${step}`];
      if (expected) {
        await steps[step](id, user);
        expect(await stateOf(id)).toBe(expected);
        return;
      }
      // A signature is refused with the reason while nobody has entered the code.
      const code = `${state} ${step}` === "unconfirmed approve" ? "WITHDRAWAL_RESTS" : "WITHDRAWAL_MOVED_ON";
      await expect(steps[step](id, user)).rejects.toMatchObject({ code });
      expect(await stateOf(id)).toBe(state);
      expect(await getReferralBalance(db, user)).toEqual(before);
    },
  );
});

describe("the way out through the provider", () => {
  test("a job that runs many times at once sends one refund", async () => {
    const { user, id } = await givenRequest(100_000, 40_000);
    await approve(id);
    await Promise.all(Array.from({ length: 8 }, () => sendWithdrawal(db, gateways, id)));
    expect([callsFor(id), provider.refunds.size]).toEqual([1, 1]);
    expect([...provider.refunds.values()]).toMatchObject([
      { reference: `withdrawal-${id}`, amount: "400.00", currency: "RUB" },
    ]);
    expect(await walletOf(user)).toEqual({ posted: 60_000, held: 0, available: 60_000 });
    expect((await listOf(user))[0]).toMatchObject({ state: "paid", transactionId: `re_withdrawal-${id}` });
  });

  test("a lost answer is asked for again with the same reference, never sent twice", async () => {
    const { user, id } = await givenRequest(100_000);
    await approve(id);
    provider.losesAnswers = true;
    await send();
    expect(await stateOf(id)).toBe("sending");
    expect((await walletOf(user)).held).toBe(100_000);
    // Its time has not come yet.
    await send();
    expect(callsFor(id)).toBe(1);
    provider.losesAnswers = false;
    await moveClock(owner, "1 minute");
    await Promise.all([send(), send()]);
    expect([callsFor(id), await stateOf(id)]).toEqual([2, "paid"]);
    expect(await walletOf(user)).toEqual({ posted: 0, held: 0, available: 0 });
  });

  test("two answers of one refund are noted once", async () => {
    const { user, id } = await givenRequest(100_000);
    await approve(id);
    provider.answer = "pending";
    await send();
    expect(await stateOf(id)).toBe("sending");
    provider.answer = "done";
    // A slow first answer and the answer of the sweep arrive together.
    await moveClock(owner, "1 hour");
    const first = sendWithdrawal(db, gateways, id);
    await moveClock(owner, "1 hour");
    await Promise.all([first, sendWithdrawal(db, gateways, id)]);
    expect([await stateOf(id), (await walletOf(user)).posted]).toEqual(["paid", 0]);
  });

  test("a refusal gives the money back and says why", async () => {
    const { user, id } = await givenRequest(100_000);
    await approve(id);
    provider.answer = "refused";
    await send();
    expect(await walletOf(user)).toEqual({ posted: 100_000, held: 0, available: 100_000 });
    expect((await listOf(user))[0]).toMatchObject({
      state: "returned",
      reason: "The payment provider did not accept the refund.",
    });
  });

  test("what is charged back between approval and sending is not sent as well", async () => {
    const { id, paymentId } = await givenRequest(100_000);
    await approve(id);
    await reverseTopUp(db, paymentId, 100_000);
    await send();
    expect([await stateOf(id), callsFor(id)]).toEqual(["rejected", 0]);
  });
});
