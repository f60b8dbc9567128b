import { expect, test } from "vitest";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import { createTestGateway } from "#features/payments/gateway/test-gateway.gateway.ts";
import { paymentChecks } from "#features/payments/payments.checks.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { startPayment } from "#features/payments/payments.writes.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import { execute } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { TestGatewayStandIn } from "#lib/payment-stand-ins/test-gateway.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks, undone } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb();
const USER = 77;

/** As the owner of the tables: no trigger and no constraint stands in the way. */
const freed = [
  "alter table ledger_transfers disable trigger user",
  ...["payments_credited", "payments_charge", "payments_debt"].map(
    (name) => `alter table payments drop constraint ${name}`,
  ),
];

/** Names of the checks that find something after `corrupt`, which is rolled back. */
const found = (...corrupt: string[]) =>
  undone(owner, async (tx) => {
    for (const text of [...freed, ...corrupt]) await execute(tx, { text, values: [] });
    return offendedChecks(tx, paymentChecks);
  });

/** Credits a payment of 100 roubles; `disputed` of them are reversed. */
async function creditPayment(idempotencyKey: string, disputed?: string): Promise<void> {
  const provider = new TestGatewayStandIn();
  await provider.start();
  const gateway = createTestGateway({ url: provider.url, secret: provider.secret });
  const { id } = await startPayment(db, new Map([[gateway.id, gateway]]), {
    userId: USER,
    method: "test-gateway",
    amountKopecks: 10_000,
    context: {},
    idempotencyKey,
    locale: "en",
  });
  const payment = provider.paymentOf(referenceOf(id));
  Object.assign(payment, { state: "paid", paid: "100.00" });
  expect(await settlePayment(db, gateway, payment.id)).toBe("credited");
  if (disputed !== undefined) {
    payment.disputed = disputed;
    expect(await settlePayment(db, gateway, payment.id)).toBe("charged_back");
  }
  await provider.stop();
}

await creditPayment("the first one");
await creditPayment("the second one", "60.00");

test("a credited payment and one that was charged back break no invariant", async () => {
  expect(await found()).toEqual([]);
});

test.each([
  ["another amount", "update payments set amount_kopecks = 20000, provider_amount = '200.00'"],
  ["another payer", "update payments set user_id = 78"],
  ["another provider's id", "update payments set provider_payment_id = 'tp_another' || id"],
  ["a lost transfer", "delete from ledger_transfers where kind = 'top_up'"],
  ["credited without a transfer", "update payments set credited_transfer_id = null, credited_at = null"],
  [
    "a payment that forgot its credit",
    "update payments set state = 'expired', credited_transfer_id = null, credited_at = null",
  ],
  ["another amount at the provider", "update payments set provider_amount = '1.00'"],
  ["another currency at the provider", "update payments set provider_currency = 'USD'"],
  ["a number of the wrong form", "update payments set provider_amount = '1e2'"],
  ["confirmed and not credited", "update payments set state = 'confirmed'"],
  ["open again", "update payments set state = 'pending'"],
  ["a charge below what the amount is worth", "update payments set charge_amount = '99.99'"],
  [
    "a charge in dollars beyond what the amount is worth",
    "update payments set charge_currency = 'USD', provider_currency = 'USD', rub_per_unit = 80",
  ],
  [
    "a charge that is no number",
    "update payments set charge_amount = 'much', provider_amount = null where state = 'credited'",
  ],
  ["money reversed that nobody owes", "update payments set debt_kopecks = 0 where state = 'charged_back'"],
  ["a debt without its transfer", "delete from ledger_transfers where kind = 'charge_back'"],
  [
    "a debt of another payment",
    "update payments set debt_kopecks = 500, reversal_version = 1 where state = 'credited'",
  ],
  ["charged back although nothing was taken", "update payments set state = 'charged_back'"],
  ["credited although something was reversed", "update payments set state = 'credited'"],
])("the checks of payments find %s", async (_name, corrupt) => {
  expect(await found(corrupt)).not.toEqual([]);
});

test("the checks find a reversal that is no refund of ours and not owed, though its transfers agree", async () => {
  const names = await found(
    "update payments set debt_kopecks = 0 where state = 'charged_back'",
    "delete from ledger_transfers where kind = 'charge_back'",
  );
  expect(names).toContainEqual(expect.stringContaining("reversed beyond our own refunds is owed"));
});

test("the checks find a top-up that no payment stands behind", async () => {
  const names = await undone(owner, async (tx) => {
    await moveFunds(tx, {
      kind: "top_up",
      userId: USER,
      amountKopecks: kopecks(500),
      houseCode: "test-gateway",
      reference: "payment:test-gateway:tp_made-up",
      reason: "test-gateway",
    });
    return offendedChecks(tx, paymentChecks);
  });
  expect(names).toContainEqual(expect.stringContaining("every transfer"));
});
