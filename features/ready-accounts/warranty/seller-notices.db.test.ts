import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { findMailReader } from "#features/identity/mail/mail.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import {
  acceptAsSeller,
  claimAccount,
  decideAccountClaim,
  objectToClaim,
  settleDueClaim,
} from "#features/ready-accounts/warranty/warranty.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 12 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
afterEach(() => resetClock(owner));

/** A claim about an account of a store, which has so many more of it. */
async function givenClaim({ left = 0, text = "it is closed" } = {}) {
  const [sellerId, userId] = [await givenCustomer(db, 0), await givenCustomer(db, 10_000)];
  const seller = { sellerId, provenance: "Registered by ourselves" };
  const { offerId, lines } = await givenAccountOffer(db, { count: 1 + left, warrantyHours: 48 }, seller);
  const order = { userId, offerId, count: 1, maxTotalKopecks: null, channel: "site" } as const;
  const { orderId } = await buyReadyAccounts(db, { ...order, idempotencyKey: randomUUID() });
  const wish = { userId, orderId, place: 1, text, idempotencyKey: randomUUID() };
  const claim = () => claimAccount(db, wish);
  return { sellerId, userId, orderId, lines, claim, claimId: (await claim()).claimId };
}
type Claim = Awaited<ReturnType<typeof givenClaim>>;

const addressOf = async (userId: number) => (await findMailReader(db, userId))?.email;
/** What the owner of the store was written since this was asked last. */
async function mailsTo({ sellerId }: Claim) {
  const to = await addressOf(sellerId);
  return (await runDueJobs(db, [])).filter((mail) => mail.to === to);
}
const decide = ({ claimId }: Claim, decision: "accept" | "refuse") =>
  withTransaction(db, (tx) =>
    decideAccountClaim(tx, {
      ...{ claimId, decision, deciderId: 999_999, reason: "We have looked at it.", mayReplace: true },
    }),
  );

describe("the owner of a store is written", () => {
  it("once that a claim waits for an answer, with the buyer's words, and nothing of the buyer or the account", async () => {
    const claim = await givenClaim({ text: "closed, see evil.example" });
    await claim.claim();
    const [mail, ...more] = await mailsTo(claim);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(`order ${claim.orderId} waits for your answer`);
    expect(mail?.text).toContain("closed, see evil\u200b.\u200bexample");
    for (const part of [claim.lines[0], await addressOf(claim.userId)])
      expect(mail?.text).not.toContain(part);
  });

  it("that a claim was decided by silence, with what became of the account or of the share", async () => {
    const [refunded, replaced] = [await givenClaim(), await givenClaim({ left: 1 })];
    await runDueJobs(db, []);
    await moveClock(owner, "24 hours");
    for (const { claimId } of [refunded, replaced, refunded]) await settleDueClaim(db, claimId);
    const mails = await runDueJobs(db, []);
    const textTo = async ({ sellerId }: Claim) => {
      const to = await addressOf(sellerId);
      return mails.filter((mail) => mail.to === to).map(({ text }) => text);
    };
    expect(await textTo(refunded)).toEqual([expect.stringMatching(/did not answer.*share of it, 8,00 ₽/)]);
    expect(await textTo(replaced)).toEqual([expect.stringMatching(/did not answer.*another account/)]);
  });

  it("that the staff have overruled an objection, with their words", async () => {
    const claim = await givenClaim();
    const { claimId, sellerId } = claim;
    await withTransaction(db, (tx) => objectToClaim(tx, { claimId, sellerId, objection: "It works." }));
    await mailsTo(claim);
    await decide(claim, "accept");
    expect(await mailsTo(claim)).toMatchObject([{ text: expect.stringContaining("We have looked at it.") }]);
  });

  it("nothing of what it has decided itself, or what was decided for it", async () => {
    const [accepted, refused, stands] = [await givenClaim(), await givenClaim(), await givenClaim()];
    await runDueJobs(db, []);
    await withTransaction(db, (tx) =>
      acceptAsSeller(tx, { ...accepted, reason: "We are sorry.", mayReplace: true }),
    );
    await decide(refused, "refuse");
    await withTransaction(db, (tx) => objectToClaim(tx, { ...stands, objection: "It works." }));
    await moveClock(owner, "72 hours");
    await settleDueClaim(db, stands.claimId);
    const told = (await runDueJobs(db, [])).map(({ to }) => to);
    for (const { sellerId } of [accepted, refused, stands])
      expect(told).not.toContain(await addressOf(sellerId));
  });
});
