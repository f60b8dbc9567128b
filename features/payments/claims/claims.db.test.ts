import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { type ClaimDecision, decideClaim } from "#features/payments/claims/claim-decision.writes.ts";
import {
  givenTetherPayment,
  givenTetherTransfer,
  givenUsableAddress,
  PAYERS_ADDRESS,
  type TetherPayment,
} from "#features/payments/claims/claims.factory.ts";
import { listClaims } from "#features/payments/claims/claims.reads.ts";
import { claimRoutes } from "#features/payments/claims/claims.routes.ts";
import { claimWorth } from "#features/payments/claims/claims.rules.ts";
import { tetherRoutes } from "#features/payments/invoice/invoice.routes.ts";
import type { TransferMatch } from "#features/payments/tether.rules.ts";
import { execute, rows } from "#lib/db/query.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, [...claimRoutes, ...tetherRoutes]);

const STAFF = 9;
let lastUser = 70_000;

beforeEach(() => execute(owner, sql`update job_clock set offset_interval = '0'`));

type Payment = TetherPayment;
const givenPayment = (state?: string, user = ++lastUser) => givenTetherPayment(owner, user, state);
const givenTransfer = (payment: Payment | null, amountMicro: number, match?: TransferMatch) =>
  givenTetherTransfer(owner, payment, amountMicro, match);

type Sent = { key?: string; transactionId: string; returnAddress?: string; contact?: string; user?: number };

function claim(payment: Payment, { key = crypto.randomUUID(), user = payment.user, ...part }: Sent) {
  return api.call("POST", `/api/payments/${payment.id}/claims`, {
    body: { returnAddress: PAYERS_ADDRESS, contact: "me@example.com", ...part },
    headers: { "x-test-user": String(user), "idempotency-key": key },
  });
}

const code = ({ body }: { body: { error?: { code?: string } } }) => body.error?.code;
type Word = Partial<Pick<ClaimDecision, "key" | "reason" | "staffId">> & {
  decision: ClaimDecision["decision"];
  withFee?: boolean;
};
function decide(claimId: number, part: Word) {
  const usual = { staffId: STAFF, reason: "looked at it", key: crypto.randomUUID(), withFee: false };
  const decision: object = { claimId, ...usual, returnTransactionId: "ab".repeat(32), ...part };
  return decideClaim(db, decision as ClaimDecision);
}
const balanceOf = async (user: number) => (await getBalance(db, user)).availableKopecks;

describe("sending a claim", () => {
  test("notes it and shows it on the invoice, with the fee; an explorer's address will do", async () => {
    const payment = await givenPayment();
    const id = await givenTransfer(payment, 20_000_000);
    const sent = await claim(payment, { transactionId: `https://tronscan.org/#/transaction/${id}` });
    expect(sent.status).toBe(201);
    expect(sent.body).toMatchObject({ state: "open", stateText: "Being checked", transactionId: id });
    const headers = { "x-test-user": String(payment.user) };
    const { body } = await api.call("GET", `/api/payments/${payment.id}/invoice`, { headers });
    expect(body).toMatchObject({ claimFeeUsd: 10, claims: [{ id: sent.body.id, state: "open" }] });
  });

  test.each([
    [{ transactionId: "abc" }, "TRANSACTION_ID_INCORRECT"],
    [{ returnAddress: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u" }, "RETURN_ADDRESS_INCORRECT"],
    [{ returnAddress: "" }, "RETURN_ADDRESS_INCORRECT"],
    [{ contact: " x " }, "CONTACT_MISSING"],
  ])("a claim with %j is refused under its field", async (part, expected) => {
    const payment = await givenPayment();
    const answer = await claim(payment, { transactionId: "ab".repeat(32), ...part });
    expect([answer.status, code(answer)]).toEqual([400, expected]);
  });

  test("the same key is the same claim, other words under it are refused", async () => {
    const payment = await givenPayment();
    const transactionId = await givenTransfer(payment, 20_000_000);
    const first = await claim(payment, { transactionId, key: "the-only-key" });
    const again = await claim(payment, { transactionId, key: "the-only-key" });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    const other = await claim(payment, { transactionId, key: "the-only-key", contact: "somebody else" });
    expect([other.status, code(other)]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  });

  test("twice by one user is refused, also at the same time; after a refusal it may be sent again", async () => {
    const payment = await givenPayment();
    const transactionId = await givenTransfer(payment, 20_000_000);
    const answers = await Promise.all(Array.from({ length: 6 }, () => claim(payment, { transactionId })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.filter(({ status }) => status !== 201).map(code))).toEqual(
      new Set(["CLAIM_EXISTS"]),
    );
    const made = answers.find(({ status }) => status === 201)!;
    await decide(made.body.id, { decision: "reject", reason: "the address is an exchange's" });
    expect((await claim(payment, { transactionId })).status).toBe(201);
  });

  test("on a payment of somebody else it does not exist", async () => {
    const payment = await givenPayment();
    const answer = await claim(payment, { transactionId: "ab".repeat(32), user: ++lastUser });
    expect([answer.status, code(answer)]).toEqual([404, "PAYMENT_NOT_FOUND"]);
  });

  test("by another user for the same transaction is possible, and the staff see both", async () => {
    const [mine, theirs] = [await givenPayment(), await givenPayment()];
    const transactionId = await givenTransfer(mine, 20_000_000);
    expect((await claim(theirs, { transactionId })).status).toBe(201);
    expect((await claim(mine, { transactionId })).status).toBe(201);
    const listed = (await listClaims(db, { states: ["open"], afterId: null, limit: 100 })).filter(
      (line) => line.transactionId === transactionId,
    );
    expect(listed.map(({ otherClaims }) => otherClaims)).toEqual([1, 1]);
    expect(listed.map(({ paymentId, transfer }) => paymentId === transfer?.paymentId)).toEqual([false, true]);
  });

  test("more than ten in a day are too many", async () => {
    const payment = await givenPayment();
    for (let count = 0; count < 10; count += 1)
      expect((await claim(payment, { transactionId: randomBytes(32).toString("hex") })).status).toBe(201);
    expect((await claim(payment, { transactionId: randomBytes(32).toString("hex") })).status).toBe(429);
  });
});

describe("deciding a claim", () => {
  async function givenClaim(amountMicro = 20_000_000, match: TransferMatch = "underpaid") {
    const payment = await givenPayment();
    const transactionId = await givenTransfer(payment, amountMicro, match);
    const { body } = await claim(payment, { transactionId });
    await givenUsableAddress(owner, body.id);
    return { id: body.id as number, transactionId, ...{ payment, user: payment.user } };
  }

  test("credit brings the transfer's worth at the payment's rate, with an audit, once", async () => {
    const { id, user } = await givenClaim();
    expect(await decide(id, { decision: "credit" })).toMatchObject({
      state: "credited",
      creditedKopecks: 163_000,
    });
    expect(await balanceOf(user)).toBe(163_000);
    const audit = await rows<{ action: string; details: object }>(
      db,
      sql`select action, details from identity_audit where subject = ${`claim:${id}`}`,
    );
    expect(audit).toMatchObject([
      { action: "claim.credit", details: { creditedKopecks: 163_000, withFee: false } },
    ]);
    const events = await rows<{ kind: string }>(db, sql`select kind from job_events where user_id = ${user}`);
    expect(events.map(({ kind }) => kind)).toEqual(["balance"]);
  });

  test("a credited claim brings the payer the amount less the fee", async () => {
    const { id, user } = await givenClaim();
    expect(await decide(id, { decision: "credit", withFee: true })).toMatchObject({
      creditedKopecks: 81_500,
    });
    expect(await balanceOf(user)).toBe(81_500);
  });

  test("nothing is left of a small transfer after the fee", async () => {
    const { id, user } = await givenClaim(10_000_000);
    await expect(decide(id, { decision: "credit", withFee: true })).rejects.toMatchObject({
      code: "CLAIM_TOO_SMALL",
    });
    expect(await balanceOf(user)).toBe(0);
  });

  test("returned moves nothing here and tells where it went; rejected tells why", async () => {
    const [returned, rejected] = [await givenClaim(), await givenClaim()];
    await decide(returned.id, { decision: "return" });
    await decide(rejected.id, { decision: "reject", reason: "no such transfer" });
    expect([await balanceOf(returned.user), await balanceOf(rejected.user)]).toEqual([0, 0]);
    const view = async ({ payment }: { payment: Payment }) =>
      (
        await api.call("GET", `/api/payments/${payment.id}/invoice`, {
          headers: { "x-test-user": String(payment.user) },
          locale: "ru",
        })
      ).body.claims[0];
    expect(await view(returned)).toMatchObject({
      state: "returned",
      stateText: "Отправлено обратно",
      returnTransactionId: "ab".repeat(32),
    });
    expect(await view(rejected)).toMatchObject({ state: "rejected", reason: "no such transfer" });
  });

  test("twenty decisions at once: one holds; the same key answers the same, other words under it are refused", async () => {
    const { id, user } = await givenClaim();
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        decide(id, { decision: index % 2 ? "credit" : "return", key: `decision-of-${id}-${index}` }),
      ),
    );
    const done = settled.findIndex(({ status }) => status === "fulfilled");
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await balanceOf(user)).toBe(done % 2 ? 163_000 : 0);
    const same = { decision: done % 2 ? "credit" : "return", key: `decision-of-${id}-${done}` } as const;
    expect(await decide(id, same)).toMatchObject({ replayed: true });
    await expect(decide(id, { ...same, reason: "other words" })).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
    await expect(decide(id, { decision: "reject" })).rejects.toMatchObject({ code: "CLAIM_DECIDED" });
  });

  test("a transaction is credited or sent back once, whoever claims it and at the same time", async () => {
    const mine = await givenClaim();
    const theirs = await givenPayment();
    const other = (await claim(theirs, { transactionId: mine.transactionId })).body.id as number;
    await givenUsableAddress(owner, other);
    const settled = await Promise.allSettled([
      decide(mine.id, { decision: "credit" }),
      decide(other, { decision: "credit" }),
      decide(other, { decision: "return" }),
    ]);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const failed = settled.filter((result) => result.status === "rejected").map(({ reason }) => reason.code);
    for (const refused of failed) expect(["CLAIM_TRANSFER_SETTLED", "CLAIM_DECIDED"]).toContain(refused);
    const credited = (await balanceOf(mine.user)) + (await balanceOf(theirs.user));
    expect([0, 163_000]).toContain(credited);
  });

  test("a transaction that is not on the chain is neither credited nor sent back", async () => {
    const payment = await givenPayment();
    const { body } = await claim(payment, { transactionId: "cd".repeat(32) });
    for (const decision of ["credit", "return"] as const)
      await expect(decide(body.id, { decision })).rejects.toMatchObject({ code: "CLAIM_TRANSFER_UNKNOWN" });
    expect((await decide(body.id, { decision: "reject" })).state).toBe("rejected");
  });

  test("a transfer that pays its invoice is never credited on a claim, be the payment credited yet or not", async () => {
    const payment = await givenPayment("expired");
    const transactionId = await givenTransfer(payment, 24_540_017, "exact");
    const { body } = await claim(payment, { transactionId });
    for (const decision of ["credit", "return"] as const)
      await expect(decide(body.id, { decision })).rejects.toMatchObject({ code: "TRANSACTION_CREDITED" });
    expect(await balanceOf(payment.user)).toBe(0);
  });

  test("a claim about a credited transaction is refused when it is sent; the second transfer of a paid invoice may be claimed", async () => {
    const payment = await givenPayment("expired");
    const paid = await givenTransfer(payment, 24_540_017, "exact");
    await credit(payment);
    expect(code(await claim(payment, { transactionId: paid }))).toBe("TRANSACTION_CREDITED");
    const second = await givenTransfer(payment, 24_540_017, "second");
    const { body } = await claim(payment, { transactionId: second });
    expect((await decide(body.id, { decision: "credit" })).state).toBe("credited");
    expect(await balanceOf(payment.user)).toBe(200_000 + 200_001);
  });

  test("nobody decides about their own claim, and there is none with an unknown number", async () => {
    const { id, user } = await givenClaim();
    await expect(decide(id, { decision: "credit", staffId: user })).rejects.toMatchObject({
      code: "CLAIM_OWN",
    });
    await expect(decide(1, { decision: "credit" })).rejects.toMatchObject({ code: "CLAIM_NOT_FOUND" });
    expect((await listClaims(db, { states: ["open"], afterId: id - 1, limit: 1 }))[0]).toMatchObject({
      id,
      transfer: { worthKopecks: 163_000, worthLessFeeKopecks: 81_500 },
    });
  });

  /** As settling does it. */
  async function credit({ id, user }: Payment): Promise<void> {
    await execute(
      owner,
      sql`with moved as (
            select transfer_id from ledger_move('top_up', ${user}, 'usdt-trc20', 200000,
              (select 'payment:usdt-trc20:' || provider_payment_id from payments where id = ${id}), 'tether'))
          update payments set state = 'credited', credited_transfer_id = (select transfer_id from moved),
            credited_at = app_now(), provider_amount = '24.540017' where id = ${id}`,
    );
  }
});

test.each([
  [20_000_000n, 0n, "81.500000", 163_000],
  [20_000_000n, 10_000_000n, "81.500000", 81_500],
  [10_000_000n, 10_000_000n, "81.500000", null],
  [9_000_000n, 10_000_000n, "81.500000", null],
  [100n, 0n, "81.500000", null],
  [123n, 0n, "81.500000", 1],
  [999_999_999_999n, 0n, "81.999999", 8_199_999_899],
])("the worth of %s millionths less %s at %s", (amount, fee, rate, worth) => {
  expect(claimWorth(amount, fee, rate)).toBe(worth);
});
