import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenPerson } from "#features/identity/people.factory.ts";
import { decideClaim } from "#features/payments/claims/claim-decision.writes.ts";
import {
  givenTetherPayment,
  givenTetherTransfer,
  PAYERS_ADDRESS,
} from "#features/payments/claims/claims.factory.ts";
import { listClaims } from "#features/payments/claims/claims.reads.ts";
import { claimRoutes } from "#features/payments/claims/claims.routes.ts";
import { one } from "#lib/db/query.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, claimRoutes);

const headersOf = (user: number, key: string = crypto.randomUUID()) => ({
  "x-test-user": String(user),
  "idempotency-key": key,
});
type Claimed = { user: number; paymentId: number; transactionId: string; id: number };

const send = (paymentId: number, transactionId: string, user: number) =>
  api.call("POST", `/api/payments/${paymentId}/claims`, {
    body: { transactionId, returnAddress: PAYERS_ADDRESS, contact: "me@example.com" },
    headers: headersOf(user),
  });

async function givenClaim(): Promise<Claimed> {
  const { userId: user } = await givenPerson(db);
  const payment = await givenTetherPayment(owner, user);
  const transactionId = await givenTetherTransfer(owner, payment, 20_000_000);
  const { body } = await send(payment.id, transactionId, user);
  return { user, paymentId: payment.id, transactionId, id: body.id };
}

const withdraw = (
  { user, paymentId, id }: Claimed,
  { by = user, key = crypto.randomUUID() as string } = {},
) => api.call("POST", `/api/payments/${paymentId}/claims/${id}/withdraw`, { headers: headersOf(by, key) });
const reject = ({ id }: Claimed) =>
  decideClaim(db, {
    ...{ claimId: id, staffId: 9_000_009, decision: "reject" },
    ...{ reason: "looked at it", key: crypto.randomUUID() },
  });
const told = ({ status, body }: { status: number; body: { state?: string; error?: { code?: string } } }) =>
  `${status} ${body.error?.code ?? body.state}`;

test("an open claim is withdrawn by its payer, leaves the desk's queue, and is decided by nobody any more", async () => {
  const claim = await givenClaim();
  const { status, body } = await withdraw(claim);
  expect([status, body.state, body.stateText]).toEqual([200, "withdrawn", "Withdrawn"]);
  expect(body.decidedAt).toEqual(expect.any(String));
  expect(await listClaims(db, { states: ["open"], afterId: claim.id - 1, limit: 1 })).toEqual([]);
  await expect(reject(claim)).rejects.toMatchObject({ code: "CLAIM_DECIDED" });
});

test("a repeated withdrawal with the same key says the same, and one with another key finds it decided", async () => {
  const claim = await givenClaim();
  const key = crypto.randomUUID();
  expect(told(await withdraw(claim, { key }))).toBe("200 withdrawn");
  expect(told(await withdraw(claim, { key }))).toBe("200 withdrawn");
  expect(told(await withdraw(claim))).toBe("409 CLAIM_DECIDED");
});

test("a key that withdrew one claim is refused for another one, also at the same moment", async () => {
  const first = await givenClaim();
  const transactionId = await givenTetherTransfer(owner, null, 20_000_000, "unmatched");
  const { body } = await send(first.paymentId, transactionId, first.user);
  const second = { ...first, id: body.id as number };
  const key = crypto.randomUUID();
  const answers = await Promise.all([withdraw(first, { key }), withdraw(second, { key })]);
  expect(answers.map(told).sort()).toEqual(["200 withdrawn", "422 IDEMPOTENCY_MISMATCH"]);
});

test("two accounts may withdraw with the same key", async () => {
  const [one, other] = [await givenClaim(), await givenClaim()];
  const key = crypto.randomUUID();
  expect(told(await withdraw(one, { key }))).toBe("200 withdrawn");
  expect(told(await withdraw(other, { key }))).toBe("200 withdrawn");
});

test("a claim is withdrawn by nobody but its payer, and not after it was decided", async () => {
  const [claim, other] = [await givenClaim(), await givenClaim()];
  expect(told(await withdraw(claim, { by: other.user }))).toBe("404 CLAIM_NOT_FOUND");
  expect(told(await withdraw({ ...claim, paymentId: other.paymentId }))).toBe("404 CLAIM_NOT_FOUND");
  await reject(claim);
  expect(told(await withdraw(claim))).toBe("409 CLAIM_DECIDED");
});

test("of a withdrawal and a decision at the same moment one happens", async () => {
  const claim = await givenClaim();
  const [withdrawn, rejected] = await Promise.allSettled([withdraw(claim), reject(claim)]);
  const { state } = await one<{ state: string }>(
    db,
    sql`select state from payments_claims where id = ${claim.id}`,
  );
  const isWithdrawn = withdrawn.status === "fulfilled" && withdrawn.value.status === 200;
  expect([isWithdrawn, rejected.status]).toEqual(
    state === "withdrawn" ? [true, "rejected"] : [false, "fulfilled"],
  );
});

test("a transaction whose claim was withdrawn may be claimed again", async () => {
  const claim = await givenClaim();
  expect(told(await send(claim.paymentId, claim.transactionId, claim.user))).toBe("409 CLAIM_EXISTS");
  await withdraw(claim);
  expect(told(await send(claim.paymentId, claim.transactionId, claim.user))).toBe("201 open");
});
