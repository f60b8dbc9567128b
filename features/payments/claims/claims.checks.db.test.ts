import { expect, test } from "vitest";
import { decideClaim } from "#features/payments/claims/claim-decision.writes.ts";
import { claimChecks } from "#features/payments/claims/claims.checks.ts";
import { sendClaim } from "#features/payments/claims/claims.writes.ts";
import { startPayment } from "#features/payments/payments.writes.ts";
import { tetherChecks } from "#features/payments/tether/tether.checks.ts";
import { createTetherGateway } from "#features/payments/tether/tether.gateway.ts";
import { watchChain } from "#features/payments/tether/tether.jobs.ts";
import { createTron } from "#features/payments/tether/tron.gateway.ts";
import { usdtContract } from "#features/payments/tether.rules.ts";
import { execute, one } from "#lib/db/query.ts";
import { TronStandIn } from "#lib/payment-stand-ins/tron.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks, undone } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb();
const [PAYER, OTHER, STAFF] = [91, 92, 9];
const checks = [...tetherChecks, ...claimChecks];

/** As the owner of the tables: no trigger and no constraint stands in the way. */
const freed = [
  "alter table ledger_transfers disable trigger user",
  "alter table payments_claims drop constraint payments_claims_credited",
  "alter table identity_audit disable trigger user",
  "drop index payments_tether_transfers_exact",
];

/** Names of the checks that find something after `corrupt`, which is rolled back. */
const found = (...corrupt: string[]) =>
  undone(owner, async (tx) => {
    for (const text of [...freed, ...corrupt]) await execute(tx, { text, values: [] });
    return offendedChecks(tx, checks);
  });

/** One payment paid exactly; another of which less came, which is claimed and credited. */
async function live(): Promise<void> {
  const tron = new TronStandIn();
  await tron.start();
  const chain = createTron({
    url: tron.url,
    apiKey: tron.apiKey,
    contract: usdtContract,
    address: tron.address,
  });
  const gateway = createTetherGateway(chain);
  const begin = async (userId: number) => {
    const { id } = await startPayment(db, new Map([[gateway.id, gateway]]), {
      userId,
      method: "tether",
      amountKopecks: 200_000,
      context: {},
      idempotencyKey: `tether of ${userId}`,
      locale: "en",
    });
    const { charge } = await one<{ charge: string }>(db, {
      text: "select charge_amount as charge from payments where id = $1",
      values: [id],
    });
    return { id, charge };
  };
  const paid = await begin(PAYER);
  tron.send(paid.charge);
  await watchChain(db, gateway, chain);
  const short = await begin(OTHER);
  const { transactionId } = tron.send("20.000000");
  await watchChain(db, gateway, chain);
  await tron.stop();
  const claim = await sendClaim(db, {
    userId: OTHER,
    paymentId: short.id,
    transactionId,
    returnAddress: tron.address,
    contact: "me@example.com",
    idempotencyKey: "the only claim",
  });
  await decideClaim(db, {
    claimId: claim.id,
    staffId: STAFF,
    decision: "credit",
    withFee: true,
    reason: "seen on the chain",
    key: "the only decision",
  });
}

await live();

test("a paid invoice and a credited claim break no invariant", async () => {
  expect(await found()).toEqual([]);
});

test.each([
  [
    "a transfer of another amount that paid",
    "update payments_tether_transfers set amount_micro = amount_micro - 1 where match = 'exact'",
  ],
  [
    "a transfer that came late and paid",
    "update payments_tether_transfers set block_at = block_at + interval '2 hours' where match = 'exact'",
  ],
  [
    "a transfer from before the invoice that paid",
    "update payments_tether_transfers set block_at = block_at - interval '2 hours' where match = 'exact'",
  ],
  ["a credited payment that nothing came for", "delete from payments_tether_transfers where match = 'exact'"],
  [
    "a paid invoice that is not credited",
    "with t as (update payments_tether_transfers set taken_in_at = taken_in_at - interval '1 hour' where match = 'exact') update payments set state = 'expired', credited_transfer_id = null, credited_at = null where state = 'credited'",
  ],
  [
    "an invoice that asks for another amount than is charged",
    "update payments_tether_invoices set amount_micro = amount_micro + 1",
  ],
  ["a claim credited with too much", "update payments_claims set credited_kopecks = credited_kopecks + 1"],
  ["a claim credited at another rate", "update payments_claims set rub_per_unit = rub_per_unit + 1"],
  ["a claim credited without its fee", "update payments_claims set with_fee = false"],
  ["a claim credited to somebody else", "update payments_claims set user_id = 93"],
  ["a claim that lost its transfer", "delete from ledger_transfers where kind = 'top_up_claim'"],
  [
    "a claim's transfer without its claim",
    "update payments_claims set state = 'rejected', credited_kopecks = null, credited_transfer_id = null",
  ],
  [
    "a claim about a transaction that paid a top-up",
    "update payments_claims set transaction_id = (select transaction_id from payments_tether_transfers where match = 'exact')",
  ],
  ["a decision without its audit", "delete from identity_audit where subject like 'claim:%'"],
  [
    "a claim that somebody else withdrew",
    "update payments_claims set state = 'withdrawn', credited_kopecks = null, credited_transfer_id = null",
  ],
  [
    "a large claim that one person credited",
    "insert into payments_claim_signatures (claim_id, actor_id, with_fee, decision_key, decision_hash) select id, decided_by, with_fee, 'key', 'hash' from payments_claims",
  ],
  ["a decision by the payer", "update payments_claims set decided_by = user_id"],
])("the checks of claims find %s", async (_name, corrupt) => {
  expect(await found(corrupt)).not.toEqual([]);
});
