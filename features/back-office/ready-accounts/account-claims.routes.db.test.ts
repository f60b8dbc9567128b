import { beforeAll, expect, test } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import {
  actionsOf,
  anna,
  codeOf,
  db,
  get,
  newKey,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import { getOverview } from "#features/back-office/overview/overview.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { claimAccount } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";

const CLAIMS = "ready-accounts/claims";

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

/** An account that was bought by somebody, or by `buyer`, and claimed; with or without another one in stock. */
async function givenClaim(left: number, { buyer, seller }: { buyer?: number; seller?: UserId } = {}) {
  const terms = { count: 1 + left };
  const { offerId } = await (seller ? givenStoreOffer(db, seller, terms) : givenAccountOffer(db, terms));
  const userId = buyer ?? (await givenUser(db, 1_000));
  const { orderId } = await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 1, maxTotalKopecks: null, channel: "site", idempotencyKey: newKey() },
  });
  const claim = { userId, orderId, place: 1, text: "it is <b>closed</b>", idempotencyKey: newKey() };
  return { ...(await claimAccount(db, claim)), userId, orderId, offerId };
}

test("claims wait in a list and on the overview, and say who claims what and how much they have claimed, and nothing of the account", async () => {
  const before = (await getOverview(db, true)).accountClaims?.count ?? 0;
  const { claimId, orderId, userId, offerId } = await givenClaim(2);
  expect((await getOverview(db, true)).accountClaims).toEqual({
    count: before + 1,
    oldestSeconds: expect.any(Number),
  });
  expect((await getOverview(db, false)).accountClaims).toBeNull();
  const { status, body } = await get(CLAIMS, support);
  expect(status).toBe(200);
  const listed = body.items.find(({ id }: { id: number }) => id === claimId);
  expect(listed).toMatchObject({
    ...{
      state: "open",
      orderId,
      place: 1,
      priceKopecks: 1_000,
      availableCount: 2,
      text: "it is <b>closed</b>",
    },
    ...{ buyerClaims: 1, buyerAccounts: 1, decidedBy: null, user: { id: userId } },
    ...{ offer: { id: offerId, name: "Telegram, aged" }, service: { name: "Telegram" } },
  });
  expect(JSON.stringify(body)).not.toContain("secret-");
  expect(
    (await send(support, `${CLAIMS}/${claimId}/decide`, { decision: "accept", reason: "so it is" })).status,
  ).toBe(403);
});

test("a claim is accepted once per key: with stock it gets another account, without it the price comes back; each step is in the audit", async () => {
  const [replaced, refunded] = [await givenClaim(1), await givenClaim(0)];
  const key = newKey();
  const accept = ({ claimId }: { claimId: number }, own: string) =>
    send(anna, `${CLAIMS}/${claimId}/decide`, { decision: "accept", reason: "so it is" }, "POST", own);
  for (const _ of [1, 2]) {
    const { status, body } = await accept(refunded, key);
    expect([status, body]).toEqual([200, { state: "refunded", refundKopecks: 1_000 }]);
  }
  expect((await getBalance(db, refunded.userId)).postedKopecks).toBe(1_000);
  expect((await accept(replaced, newKey())).body).toEqual({ state: "replaced", refundKopecks: null });
  expect((await getBalance(db, replaced.userId)).postedKopecks).toBe(0);
  expect(codeOf(await accept(replaced, key))).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  expect(codeOf(await accept(replaced, newKey()))).toEqual([409, "ACCOUNT_CLAIM_DECIDED"]);
  const actions = await actionsOf(`account-claim:${refunded.claimId}`);
  expect(actions.map(({ action }) => action)).toEqual(["account-claim.accept"]);
  const { body } = await get(`${CLAIMS}?state=refunded`);
  expect(body.items.at(-1)).toMatchObject({
    ...{ id: refunded.claimId, state: "refunded", refundKopecks: 1_000, reason: "so it is" },
    decidedBy: expect.objectContaining({ id: expect.any(Number) }),
  });
  const { body: offers } = await get("ready-accounts/offers");
  const offer = offers.items.find(({ id }: { id: number }) => id === refunded.offerId);
  expect(offer.claims).toEqual({ open: 0, accepted: 1 });
});

test("a refusal needs a reason that the buyer reads, and nobody is refused what is not there", async () => {
  const { claimId, userId } = await givenClaim(1);
  const refuse = (id: number, reason: string) =>
    send(anna, `${CLAIMS}/${id}/decide`, { decision: "refuse", reason });
  expect((await refuse(claimId, "")).status).toBe(400);
  expect((await refuse(claimId, "It works for us.")).body).toEqual({ state: "refused", refundKopecks: null });
  expect((await getBalance(db, userId)).postedKopecks).toBe(0);
  expect(codeOf(await refuse(999_999, "not there"))).toEqual([404, "ACCOUNT_CLAIM_NOT_FOUND"]);
});

test("staff who own a store decide no claim against it, neither for it nor for the buyer", async () => {
  const { claimId, userId } = await givenClaim(0, { seller: anna.userId });
  for (const decision of ["refuse", "accept"])
    expect(codeOf(await send(anna, `${CLAIMS}/${claimId}/decide`, { decision, reason: "so it is" }))).toEqual(
      [403, "ACCOUNT_CLAIM_OWN"],
    );
  expect((await getBalance(db, userId)).postedKopecks).toBe(0);
});
