import { describe, expect, test } from "vitest";
import { getPartnerBalance } from "#features/ledger/ledger.reads.ts";
import {
  beginSending,
  confirmReturned,
  confirmSent,
  rejectWithdrawal,
} from "#features/payments/withdrawals/approval.writes.ts";
import {
  ANNA,
  api,
  approve,
  ask,
  cancel,
  codeIn,
  confirm,
  db,
  givenEarningPartner,
  givenShare,
  movesOf,
  newKey,
  newUser,
  owner,
  send,
  stateOf,
  walletOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";

const CARD = "4242 4242 4242 4242";
const EARNED = 2_000_000;
const toCard = { source: "partner", method: "card", amountKopecks: 600_000, requisites: CARD };
const toBalance = { source: "partner", method: "balance", amountKopecks: 600_000 };

const earningsOf = async (user: number) => {
  const { postedKopecks, heldKopecks, availableKopecks } = await getPartnerBalance(db, user);
  return { posted: postedKopecks, held: heldKopecks, available: availableKopecks };
};
const read = (user: number, path: string) =>
  api.call("GET", `/api/withdrawals${path}`, { headers: { "x-test-user": String(user) } });
const decision = (withdrawalId: number) => ({ withdrawalId, staffId: ANNA, reason: "as asked" });

/** A withdrawal to a card that was confirmed and has rested, approved at the desk. */
async function givenApproved(user: number): Promise<number> {
  const id = (await ask(user, toCard)).body.id as number;
  await confirm(user, id, codeIn((await runDueJobs(db, [])).at(-1)));
  await moveClock(owner, "25 hours");
  await approve(id);
  return id;
}

describe("a partner's earnings", () => {
  test("are held when asked for, with a code mailed for the new card that leads to the cabinet", async () => {
    const user = await givenEarningPartner(EARNED);
    const { status, body } = await ask(user, { ...toCard, comment: "  before Friday, please " });
    expect(status).toBe(201);
    expect(body).toMatchObject({ source: "partner", state: "unconfirmed", comment: "before Friday, please" });
    expect(await earningsOf(user)).toEqual({ posted: EARNED, held: 600_000, available: EARNED - 600_000 });
    const mail = (await runDueJobs(db, [])).at(-1);
    expect(mail?.text).toContain("/partner/withdrawal-funds");
    expect((await confirm(user, body.id, codeIn(mail))).body.state).toBe("requested");
    expect((await runDueJobs(db, [])).at(-1)?.text).toContain("/partner/withdrawal-funds");
  });

  test("leave once they are sent, and a second confirmation sends nothing", async () => {
    const user = await givenEarningPartner(EARNED);
    const id = await givenApproved(user);
    await beginSending(db, decision(id));
    const sent = { ...decision(id), transactionId: `bank-${id}` };
    const results = await Promise.allSettled([confirmSent(db, sent), confirmSent(db, sent)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await stateOf(id)).toBe("paid");
    const left = EARNED - 600_000;
    expect(await earningsOf(user)).toEqual({ posted: left, held: 0, available: left });
    await expect(confirmReturned(db, decision(id))).rejects.toMatchObject({ code: "WITHDRAWAL_MOVED_ON" });
  });

  test.each(["rejected", "cancelled", "returned"] as const)("are available again when %s", async (end) => {
    const user = await givenEarningPartner(EARNED);
    if (end === "returned") {
      const id = await givenApproved(user);
      await beginSending(db, decision(id));
      await confirmReturned(db, decision(id));
    } else {
      const { id } = (await ask(user, toBalance)).body;
      if (end === "rejected") await rejectWithdrawal(db, decision(id));
      else expect((await cancel(user, id)).status).toBe(200);
    }
    expect(await earningsOf(user)).toEqual({ posted: EARNED, held: 0, available: EARNED });
    const [listed] = (await read(user, "?source=partner&stage=released")).body.withdrawals;
    expect(listed.state).toBe(end);
  });

  test("move to the partner's own balance once, however often the sweep runs", async () => {
    const user = await givenEarningPartner(EARNED);
    const { id } = (await ask(user, toBalance)).body;
    await approve(id);
    await Promise.all([send(), send(), send()]);
    expect(await stateOf(id)).toBe("paid");
    expect((await walletOf(user)).posted).toBe(600_000);
    expect((await earningsOf(user)).posted).toBe(EARNED - 600_000);
    expect(await movesOf(id)).toEqual([
      "partner_withdrawal pending",
      "partner_withdrawal post",
      "partner_to_balance single",
    ]);
  });

  test("are never overdrawn by parallel requests", async () => {
    const user = await givenEarningPartner(1_000_000);
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(user, toBalance)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    expect(await earningsOf(user)).toEqual({ posted: 1_000_000, held: 600_000, available: 400_000 });
  });

  test("are apart from what referrals earned", async () => {
    const user = await givenEarningPartner(EARNED);
    await givenShare(user, 50_000);
    const referral = { source: "referral", method: "balance", amountKopecks: 50_001 };
    expect((await ask(user, referral)).body.error.code).toBe("WITHDRAWAL_TOO_LARGE");
    expect((await ask(user, { ...toBalance, amountKopecks: EARNED + 1 })).body.error).toMatchObject({
      code: "WITHDRAWAL_TOO_LARGE",
      details: { maximum: "20000.00" },
    });
    expect((await ask(user, { ...toBalance, amountKopecks: EARNED })).status).toBe(201);
    expect((await ask(user, { ...referral, amountKopecks: 50_000 })).status).toBe(201);
  });
});

describe("what a partner is told", () => {
  test("the options count what is available and what is held; the list is narrowed by stage", async () => {
    const user = await givenEarningPartner(EARNED);
    const first = (await ask(user, toBalance)).body.id;
    const second = (await ask(user, toBalance)).body.id;
    await approve(first);
    await send();
    const { body: options } = await read(user, "/options?source=partner");
    expect(options).toMatchObject({ availableKopecks: 800_000, heldKopecks: 600_000, topUps: [] });
    expect(options.methods.map(({ method }: { method: string }) => method)).toContain("card");
    const idsOf = async (stage: string) =>
      (await read(user, `?source=partner&stage=${stage}`)).body.withdrawals.map(
        ({ id }: { id: number }) => id,
      );
    expect([await idsOf("open"), await idsOf("paid"), await idsOf("released")]).toEqual([
      [second],
      [first],
      [],
    ]);
  });

  test("a comment of more than 500 letters is refused and holds nothing", async () => {
    const user = await givenEarningPartner(EARNED);
    expect((await ask(user, { ...toBalance, comment: "x".repeat(501) })).status).toBe(400);
    expect((await earningsOf(user)).held).toBe(0);
    const key = newKey();
    expect((await ask(user, { ...toBalance, comment: "one" }, key)).status).toBe(201);
    expect((await ask(user, { ...toBalance, comment: "two" }, key)).body.error.code).toBe(
      "IDEMPOTENCY_MISMATCH",
    );
  });
});

describe("strangers", () => {
  test("who is no partner finds no such source: 404 for each call, and nothing is held", async () => {
    const user = newUser();
    await givenShare(user, 1_000_000);
    const answers = [
      await read(user, "/options?source=partner"),
      await read(user, "?source=partner"),
      await ask(user, toCard),
      await ask(user, toBalance),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await earningsOf(user)).held).toBe(0);
  });

  test("another partner's withdrawal is not found, neither to confirm nor to cancel", async () => {
    const user = await givenEarningPartner(EARNED);
    const other = await givenEarningPartner(EARNED);
    const { id } = (await ask(user, toCard)).body;
    const code = codeIn((await runDueJobs(db, [])).at(-1));
    expect((await confirm(other, id, code)).status).toBe(404);
    expect((await cancel(other, id)).status).toBe(404);
    expect((await read(other, "?source=partner")).body.withdrawals).toEqual([]);
    expect(await stateOf(id)).toBe("unconfirmed");
  });
});
