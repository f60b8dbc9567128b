import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { getReferralBalance } from "#features/ledger/ledger.reads.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { beginSending, rejectWithdrawal } from "#features/payments/withdrawals/approval.writes.ts";
import {
  ANNA,
  approve,
  ask,
  buy,
  cancel,
  codeIn,
  confirm,
  db,
  givenRequest,
  givenShare,
  listOf,
  newUser,
  owner,
  send,
  stateOf,
  walletOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { one } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

const CARD = "4242 4242 4242 4242";
const OTHER_CARD = "5555 5555 5555 4444";

/** Somebody with a mailbox, whose referrals earned so much. */
async function givenEarner(): Promise<number> {
  const { userId } = await givenApiBuyer(db, 0);
  await givenShare(userId, 2_000_000);
  return userId;
}
async function askByCard(user: number, requisites: string) {
  const input = { source: "referral", method: "card", amountKopecks: 500_000, requisites };
  const { status, body } = await ask(user, input);
  expect(status).toBe(201);
  return body as { id: number; state: string; restsUntil: string | null };
}

const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
const earnedHeldOf = async (user: number) => (await getReferralBalance(db, user)).heldKopecks;

/** A withdrawal to a card whose code was entered just now. */
async function confirmed(user: number, requisites = CARD): Promise<number> {
  const { id } = await askByCard(user, requisites);
  expect((await confirm(user, id, codeIn((await runDueJobs(db, [])).at(-1)))).status).toBe(200);
  return id;
}

describe("a card or address that is new", () => {
  test("waits for a code that only the account's mailbox has; its money is reserved meanwhile", async () => {
    const user = await givenEarner();
    const asked = await askByCard(user, CARD);
    expect([asked.state, asked.restsUntil, await earnedHeldOf(user)]).toEqual(["unconfirmed", null, 500_000]);
    await expect(approve(asked.id)).rejects.toMatchObject({ code: "WITHDRAWAL_RESTS" });
    const mail = (await runDueJobs(db, [])).at(-1);
    expect(mail?.text).toMatch(/withdrawal of 5\s000,00 ₽ to •••• 4242/);
    expect(JSON.stringify(asked)).not.toContain(codeIn(mail));
    const { stored } = await one<{ stored: string }>(
      owner,
      sql`select string_agg(q::text, '') as stored from payments_payout_destinations q where user_id = ${user}`,
    );
    expect(stored).not.toMatch(new RegExp(`${codeIn(mail)}|4242424242`));
    const { status, body } = await confirm(user, asked.id, codeIn(mail));
    expect([status, body.state]).toEqual([200, "requested"]);
  });

  test("rests for 24 hours by the database's clock, is told by mail and on the screen, and can be cancelled", async () => {
    const user = await givenEarner();
    const id = await confirmed(user);
    const notice = (await runDueJobs(db, [])).at(-1);
    expect(notice?.subject).toBe("New withdrawal details at SMS Den");
    const [listed] = await listOf(user);
    const { deadline } = await one<{ deadline: Date }>(
      owner,
      sql`select rests_until as deadline from payments_payout_destinations where user_id = ${user}`,
    );
    expect(listed).toMatchObject({ restsUntil: deadline.toISOString(), canCancel: true });
    await moveClock(owner, "23 hours 59 minutes");
    await expect(approve(id)).rejects.toMatchObject({ code: "WITHDRAWAL_RESTS" });
    await moveClock(owner, "1 minute");
    expect(await approve(id)).toBe("approved");
    await beginSending(db, { withdrawalId: id, staffId: ANNA, reason: "go" });
    expect(await stateOf(id)).toBe("sending");
    const late = await confirmed(user, OTHER_CARD);
    const cancelled = await cancel(user, late);
    expect([cancelled.status, await earnedHeldOf(user)]).toEqual([200, 500_000]);
  });

  test("asks no second time once it was confirmed, also while it rests and after it has rested", async () => {
    const user = await givenEarner();
    const first = await confirmed(user);
    const second = await askByCard(user, CARD.replaceAll(" ", "-"));
    expect(second).toMatchObject({ state: "requested", restsUntil: expect.any(String) });
    await rejectWithdrawal(db, { withdrawalId: first, staffId: ANNA, reason: "no" });
    await moveClock(owner, "24 hours");
    expect(await askByCard(user, CARD)).toMatchObject({ state: "requested", restsUntil: null });
    expect(await approve(second.id)).toBe("approved");
  });

  test("is new for another account and by another number", async () => {
    const user = await givenEarner();
    await confirmed(user);
    expect((await askByCard(await givenEarner(), CARD)).state).toBe("unconfirmed");
    expect((await askByCard(user, OTHER_CARD)).state).toBe("unconfirmed");
    await runDueJobs(db, []);
  });
});

describe("the code", () => {
  test("has five tries, also when they come at the same moment; then the right one does not help", async () => {
    const user = await givenEarner();
    const { id } = await askByCard(user, CARD);
    const code = codeIn((await runDueJobs(db, [])).at(-1));
    const wrong = Array.from({ length: 12 }, () => confirm(user, id, otherCode(code)));
    const answers = (await Promise.all(wrong)).map(({ status, body }) => `${status} ${body.error.code}`);
    expect(answers.filter((answer) => answer === "403 REQUISITES_CODE_WRONG")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "409 REQUISITES_CODE_EXPIRED")).toHaveLength(7);
    expect((await confirm(user, id, code)).body.error.code).toBe("REQUISITES_CODE_EXPIRED");
    expect(await stateOf(id)).toBe("unconfirmed");
  });

  test("works once, for its own account, and not after another one was mailed", async () => {
    const user = await givenEarner();
    const { id } = await askByCard(user, CARD);
    const old = (await runDueJobs(db, [])).at(-1);
    const again = await askByCard(user, CARD);
    const code = codeIn((await runDueJobs(db, [])).at(-1));
    if (codeIn(old) !== code) {
      expect((await confirm(user, id, codeIn(old))).body.error.code).toBe("REQUISITES_CODE_WRONG");
    }
    const stranger = await givenEarner();
    expect((await confirm(stranger, id, code)).status).toBe(404);
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(user, id, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    // Both withdrawals waited for the same card.
    expect([await stateOf(id), await stateOf(again.id)]).toEqual(["requested", "requested"]);
    await runDueJobs(db, []);
  });

  test("that was not entered within an hour cancels the withdrawal and gives the money back", async () => {
    const user = await givenEarner();
    const { id } = await askByCard(user, CARD);
    const code = codeIn((await runDueJobs(db, [])).at(-1));
    await send();
    expect(await stateOf(id)).toBe("unconfirmed");
    await moveClock(owner, "60 minutes");
    expect((await confirm(user, id, code)).body.error.code).toBe("REQUISITES_CODE_EXPIRED");
    await send();
    expect([await stateOf(id), await earnedHeldOf(user)]).toEqual(["cancelled", 0]);
    expect((await listOf(user))[0].reason).toBe("The code from the email was not entered in time.");
  });
});

describe("races", () => {
  test("withdraw and spend at once: never more than there is", async () => {
    const user = newUser();
    const paymentId = await givenTopUp(db, { userId: user, amountKopecks: 100_000 });
    await givenOffer(db, { countryId: 6, priceKopecks: 30_000, count: 20 });
    const spending = Array.from({ length: 8 }, () =>
      buy(user, 6).then(
        () => "spent",
        () => "refused",
      ),
    );
    const asking = Array.from({ length: 4 }, () =>
      ask(user, { source: "top_up", method: "source", amountKopecks: 30_000, paymentId }).then(
        ({ status }) => (status === 201 ? "reserved" : "refused"),
      ),
    );
    const outcomes = await Promise.all([...spending, ...asking]);
    expect(outcomes.filter((outcome) => outcome !== "refused")).toHaveLength(3);
    expect(await walletOf(user)).toEqual({ posted: 100_000, held: 90_000, available: 10_000 });
  });

  test("twenty requests for the same share: as many as it holds", async () => {
    const user = newUser();
    await givenShare(user, 30_000);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask(user, { source: "referral", method: "balance", amountKopecks: 9_900 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    expect((await getReferralBalance(db, user)).availableKopecks).toBe(300);
  });

  test("approve against cancel: exactly one wins, and the money follows it", async () => {
    const won: string[] = [];
    for (let round = 0; round < 25; round += 1) {
      const { user, id } = await givenRequest(20_000);
      const [approved, cancelled] = await Promise.allSettled([
        approve(id),
        cancel(user, id).then(({ status }) => {
          if (status !== 200) throw new Error("refused");
        }),
      ]);
      expect([approved.status, cancelled.status].sort()).toEqual(["fulfilled", "rejected"]);
      const state = await stateOf(id);
      expect(state).toBe(approved.status === "fulfilled" ? "approved" : "cancelled");
      expect((await walletOf(user)).held).toBe(state === "approved" ? 20_000 : 0);
      won.push(String(state));
    }
    expect(won).toHaveLength(25);
    while ((await send()) > 0);
  });
});
