import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { givenPerson } from "#features/identity/people.factory.ts";
import { decideClaim } from "#features/payments/claims/claim-decision.writes.ts";
import {
  givenTetherPayment,
  givenTetherTransfer,
  OUR_ADDRESS,
  PAYERS_ADDRESS,
  type TetherPayment,
} from "#features/payments/claims/claims.factory.ts";
import { listClaims } from "#features/payments/claims/claims.reads.ts";
import { claimRoutes } from "#features/payments/claims/claims.routes.ts";
import { tetherRoutes } from "#features/payments/invoice/invoice.routes.ts";
import { recordDestination } from "#features/payments/withdrawals/payout-destination/payout-destination.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { runDueJobs, type SentMail } from "#lib/testing/run-jobs.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, [...claimRoutes, ...tetherRoutes]);

const STAFF = 9_000_009;

beforeEach(() => resetClock(owner));

const headersOf = (user: number) => ({ "x-test-user": String(user) });
const told = ({ status, body }: { status: number; body: { error?: { code?: string } } }) =>
  `${status} ${body.error?.code ?? "done"}`;
const codeIn = (mail: SentMail | undefined) => /\b(\d{6})\b/.exec(mail?.subject ?? "")?.[1] ?? "none";
const otherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

type Claimed = { payment: TetherPayment; user: number; id: number; mails: SentMail[] };

/** Somebody's claim about a transfer, and the mails that went out for it. */
async function claimed(user: number, returnAddress = PAYERS_ADDRESS): Promise<Claimed> {
  const payment = await givenTetherPayment(owner, user);
  const transactionId = await givenTetherTransfer(owner, payment, 20_000_000);
  const { status, body } = await api.call("POST", `/api/payments/${payment.id}/claims`, {
    body: { transactionId, returnAddress, contact: "me@example.com" },
    headers: { ...headersOf(user), "idempotency-key": crypto.randomUUID() },
  });
  expect([status, body.state]).toEqual([201, "open"]);
  return { payment, user, id: body.id, mails: await runDueJobs(db, []) };
}
const givenClaim = async () => claimed((await givenPerson(db)).userId);

const confirm = ({ payment, user, id }: Claimed, code: string, by = user) =>
  api.call("POST", `/api/payments/${payment.id}/claims/${id}/confirm`, {
    body: { code },
    headers: headersOf(by),
  });
const mailAgain = ({ payment, user, id }: Claimed, by = user) =>
  api.call("POST", `/api/payments/${payment.id}/claims/${id}/code`, { body: {}, headers: headersOf(by) });
const sendBack = ({ id }: Claimed) =>
  decideClaim(db, {
    ...{ claimId: id, staffId: STAFF, decision: "return", returnTransactionId: "ab".repeat(32) },
    ...{ reason: "looked at it", key: crypto.randomUUID() },
  });
const creditIt = ({ id }: Claimed) =>
  decideClaim(db, {
    ...{ claimId: id, staffId: STAFF, decision: "credit", withFee: true },
    ...{ reason: "looked at it", key: crypto.randomUUID() },
  });
const seenBy = async ({ payment, user }: Claimed) =>
  (await api.call("GET", `/api/payments/${payment.id}/invoice`, { headers: headersOf(user) })).body.claims[0];
const atTheDesk = async ({ id }: Claimed) =>
  (await listClaims(db, { states: ["open"], afterId: id - 1, limit: 1 }))[0];

describe("a return address that is new", () => {
  test("waits for a code that only the account's mailbox has, and no money is sent back there meanwhile", async () => {
    const claim = await givenClaim();
    expect(claim.mails).toHaveLength(1);
    expect(claim.mails[0]?.text).toMatch(new RegExp(`TR7N…Lj6t as the return address of claim ${claim.id}`));
    expect(claim.mails[0]?.text).toContain(`/profile/pay/invoice/${claim.payment.id}`);
    expect(await seenBy(claim)).toMatchObject({ returnAddressState: "unconfirmed", returnRestsUntil: null });
    expect(JSON.stringify(await seenBy(claim))).not.toContain(codeIn(claim.mails[0]));
    await expect(sendBack(claim)).rejects.toMatchObject({ code: "RETURN_ADDRESS_UNCONFIRMED" });
  });

  test("rests for 24 hours by the database's clock, its owner is told by mail, and the desk cannot pay before", async () => {
    const claim = await givenClaim();
    const { status, body } = await confirm(claim, codeIn(claim.mails[0]));
    expect([status, body.returnAddressState]).toEqual([200, "resting"]);
    const [notice] = await runDueJobs(db, []);
    expect(notice?.subject).toBe("New return address at SMS Den");
    expect(notice?.text).toContain("TR7N…Lj6t");
    const { deadline } = await one<{ deadline: Date }>(
      owner,
      sql`select rests_until as deadline from payments_payout_destinations where user_id = ${claim.user}`,
    );
    expect((await seenBy(claim)).returnRestsUntil).toBe(deadline.toISOString());
    await moveClock(owner, "23 hours 59 minutes");
    await expect(sendBack(claim)).rejects.toMatchObject({ code: "RETURN_ADDRESS_RESTS" });
    await moveClock(owner, "1 minute");
    expect(await seenBy(claim)).toMatchObject({ returnAddressState: "usable", returnRestsUntil: null });
    expect((await sendBack(claim)).state).toBe("returned");
  });

  test("is read in full at the desk only when money may go there", async () => {
    const claim = await givenClaim();
    expect(await atTheDesk(claim)).toMatchObject({
      returnAddress: "TR7N…Lj6t",
      returnAddressState: "unconfirmed",
    });
    await confirm(claim, codeIn(claim.mails[0]));
    expect(await atTheDesk(claim)).toMatchObject({
      returnAddress: "TR7N…Lj6t",
      returnAddressState: "resting",
    });
    await moveClock(owner, "24 hours");
    expect(await atTheDesk(claim)).toMatchObject({
      returnAddress: PAYERS_ADDRESS,
      returnAddressState: "usable",
    });
    await runDueJobs(db, []);
  });

  test("does not keep the transfer from being credited to the payer's own balance", async () => {
    expect((await creditIt(await givenClaim())).state).toBe("credited");
  });

  test("is new for another account and by another address; one that was confirmed asks no second time", async () => {
    const claim = await givenClaim();
    await confirm(claim, codeIn(claim.mails[0]));
    await runDueJobs(db, []);
    const again = await claimed(claim.user);
    expect(again.mails).toEqual([]);
    expect(await seenBy(again)).toMatchObject({ returnAddressState: "resting" });
    expect((await claimed(claim.user, OUR_ADDRESS)).mails).toHaveLength(1);
    expect((await givenClaim()).mails).toHaveLength(1);
  });

  test("that withdrawals have confirmed needs no code, and the other way round", async () => {
    const { userId } = await givenPerson(db);
    const note = () => withTransaction(db, (tx) => recordDestination(tx, userId, "usdt", PAYERS_ADDRESS));
    const { id } = await note();
    await execute(
      owner,
      sql`update payments_payout_destinations set confirmed_at = app_now() - interval '1 day', rests_until = app_now()
          where id = ${id}`,
    );
    const claim = await claimed(userId);
    expect(claim.mails).toEqual([]);
    expect((await sendBack(claim)).state).toBe("returned");
    const other = await givenClaim();
    await confirm(other, codeIn(other.mails[0]));
    const noted = await withTransaction(db, (tx) =>
      recordDestination(tx, other.user, "usdt", PAYERS_ADDRESS),
    );
    expect(noted.isConfirmed).toBe(true);
    await runDueJobs(db, []);
  });

  test("of a claim from before gets its destination when the code is asked for", async () => {
    const claim = await givenClaim();
    await execute(owner, sql`update payments_claims set destination_id = null where id = ${claim.id}`);
    await expect(sendBack(claim)).rejects.toMatchObject({ code: "RETURN_ADDRESS_UNCONFIRMED" });
    expect(told(await confirm(claim, codeIn(claim.mails[0])))).toBe("409 RETURN_CODE_EXPIRED");
    expect((await mailAgain(claim)).status).toBe(200);
    const [mail] = await runDueJobs(db, []);
    expect((await confirm(claim, codeIn(mail))).body.returnAddressState).toBe("resting");
    await runDueJobs(db, []);
  });

  test("of a claim from before needs no code when it was confirmed for something else", async () => {
    const claim = await givenClaim();
    await confirm(claim, codeIn(claim.mails[0]));
    await runDueJobs(db, []);
    await execute(owner, sql`update payments_claims set destination_id = null where id = ${claim.id}`);
    expect((await mailAgain(claim)).body.returnAddressState).toBe("resting");
    expect(await runDueJobs(db, [])).toEqual([]);
  });
});

describe("the code of a return address", () => {
  test("has five tries, also when they come at the same moment; then the right one does not help", async () => {
    const claim = await givenClaim();
    const code = codeIn(claim.mails[0]);
    const answers = (await Promise.all(Array.from({ length: 9 }, () => confirm(claim, otherCode(code))))).map(
      told,
    );
    expect(answers.filter((answer) => answer === "403 RETURN_CODE_WRONG")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "409 RETURN_CODE_EXPIRED")).toHaveLength(4);
    expect(told(await confirm(claim, code))).toBe("409 RETURN_CODE_EXPIRED");
    expect(await seenBy(claim)).toMatchObject({ returnAddressState: "unconfirmed" });
  });

  test("entered four times at once is taken once, and the owner is told once", async () => {
    const claim = await givenClaim();
    const code = codeIn(claim.mails[0]);
    const answers = await Promise.all([1, 2, 3, 4].map(() => confirm(claim, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await runDueJobs(db, [])).toHaveLength(1);
    expect(told(await confirm(claim, code))).toBe("409 RETURN_ADDRESS_CONFIRMED");
    expect(told(await mailAgain(claim))).toBe("409 RETURN_ADDRESS_CONFIRMED");
  });

  test("is over after an hour, and the one that is mailed then ends those before", async () => {
    const claim = await givenClaim();
    await moveClock(owner, "60 minutes");
    expect(told(await confirm(claim, codeIn(claim.mails[0])))).toBe("409 RETURN_CODE_EXPIRED");
    await mailAgain(claim);
    const [first] = await runDueJobs(db, []);
    await mailAgain(claim);
    const [second] = await runDueJobs(db, []);
    expect(second?.messageId).not.toBe(first?.messageId);
    if (codeIn(first) !== codeIn(second)) {
      expect(told(await confirm(claim, codeIn(first)))).toBe("403 RETURN_CODE_WRONG");
    }
    expect((await confirm(claim, codeIn(second))).status).toBe(200);
    await runDueJobs(db, []);
  });

  test("is mailed six times an hour to an account at most, whatever it is asked for", async () => {
    const claim = await givenClaim();
    for (let mail = 1; mail < 6; mail += 1) expect((await mailAgain(claim)).status).toBe(200);
    expect(told(await mailAgain(claim))).toBe("429 TOO_MANY_ATTEMPTS");
    expect(await runDueJobs(db, [])).toHaveLength(5);
    await moveClock(owner, "5 minutes");
    expect((await mailAgain(claim)).status).toBe(200);
    await runDueJobs(db, []);
  });

  test("of a stranger's claim does not exist, and that of a decided one is not asked for any more", async () => {
    const claim = await givenClaim();
    const stranger = (await givenPerson(db)).userId;
    const code = codeIn(claim.mails[0]);
    expect(told(await confirm(claim, code, stranger))).toBe("404 CLAIM_NOT_FOUND");
    expect(told(await mailAgain(claim, stranger))).toBe("404 CLAIM_NOT_FOUND");
    expect(told(await confirm(claim, "12345"))).toBe("400 VALIDATION");
    await creditIt(claim);
    expect(told(await confirm(claim, code))).toBe("409 CLAIM_DECIDED");
    expect(told(await mailAgain(claim))).toBe("409 CLAIM_DECIDED");
  });
});
