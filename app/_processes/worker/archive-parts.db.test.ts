import { gunzipSync } from "node:zlib";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { archiveParts } from "#app/_processes/worker/archive-parts.ts";
import { smsSinks } from "#app/api/sms-sinks.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { askArchive, claimDueArchives, makeArchive } from "#features/identity/archive/archive.writes.ts";
import { createWebhook } from "#features/notifications/webhooks/webhooks.writes.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { unseal } from "#lib/sealed-text.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listSources } from "#lib/tooling/source-files.ts";

const { db, owner } = await useTestDb();

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

async function archiveOf(userId: UserId) {
  const { id } = await askArchive(db, userId);
  expect(await claimDueArchives(db)).toEqual([id]);
  await makeArchive(db, id, archiveParts);
  const pieces = await rows<{ sealed: string }>(
    db,
    sql`select sealed from identity_archive_pieces where archive_id = ${id} order by position`,
  );
  const text = pieces
    .map(({ sealed }) => gunzipSync(Buffer.from(unseal(sealed), "base64")).toString())
    .join("");
  return { text, body: JSON.parse(text) };
}

const bought = { operator: "any", maxPriceKopecks: null, channel: "site" } as const;

/** A buyer of a number whose code came, of a rented number and of nothing more. */
async function givenBuyer(code: string, smsId: bigint) {
  const { userId, key } = await givenApiBuyer(db, 1_000_000);
  const { supplierId } = await givenOffer(db, { countryId: 6, count: 2 });
  const wish = { ...bought, userId, countryId: 6, idempotencyKey: `order-of-${userId}` };
  const order = await buyActivation(db, { ...wish, serviceId: 52 });
  const sms = {
    supplierId,
    smsId,
    phone: Number(order.number),
    text: `Telegram code ${code}`,
    sender: "Telegram",
  };
  await receiveSms(db, sms, smsSinks.one);
  await givenRentOffer(db, { countryId: 6 });
  const rental = await rentNumber(db, { ...wish, serviceCode: "tg", hours: 4 });
  await givenTopUp(db, { userId, amountKopecks: 50_000 });
  return { userId, key, order, rental };
}

describe("the archive of a buyer", () => {
  test("holds orders with their codes, rentals, payments and every movement of the balance, and nobody else's", async () => {
    const buyer = await givenBuyer("73150426", 1n);
    const other = await givenBuyer("84261537", 2n);
    const { text, body } = await archiveOf(buyer.userId);
    expect(body.orders).toMatchObject([
      { id: buyer.order.id, number: buyer.order.number, messages: [{ code: "73150426" }] },
    ]);
    expect(body.rentals).toMatchObject([{ id: buyer.rental.id, messages: [], calls: [] }]);
    expect(body.payments).toMatchObject([{ amountKopecks: 50_000 }]);
    expect(body.balances).toHaveLength(1);
    expect(body.balanceMovements.length).toBeGreaterThan(4);
    expect(text).not.toContain("84261537");
    expect(text).not.toContain(other.order.number);
  });

  test("holds no secret: neither a key nor a hash nor anything sealed", async () => {
    const { userId, key } = await givenApiBuyer(db, 0);
    const url = new URL("http://127.0.0.1:9/");
    await withTransaction(db, (tx) =>
      createWebhook(tx, userId, { name: "bot", url, events: ["activation.sms_received"] }),
    );
    const { text, body } = await archiveOf(userId);
    expect([body.apiKeys.length, body.webhooks.length]).toEqual([1, 1]);
    // The address of a test's buyer holds the key.
    expect(text.replaceAll(body.account.email, "")).not.toContain(key);
    expect(text).not.toMatch(/"[^"]*(?:hash|sealed|secret|publicKey)[^"]*":|\$argon2|"k1\./i);
  });
});

describe("every table", () => {
  /** Tables that name a person and are in no archive, by why. */
  const leftOut: Readonly<Record<string, readonly string[]>> = {
    "begun by somebody who may be nobody, and gone within a day": [
      "identity_login_challenges",
      "identity_mail_codes",
      "identity_passkey_challenges",
      "identity_password_resets",
      "identity_registrations",
      "identity_social_tickets",
      "identity_social_trips",
    ],
    "says for a short time that something happened which is told in its own place": [
      "activations_search_turns",
      "idempotency_answers",
      "job_events",
      "statistics_running",
    ],
    "remembers how far a run has come": ["loyalty_rounds"],
    "is an address that no account has yet": ["identity_promised_partners"],
    "is the archive, or is there only while nobody can ask for one": [
      "identity_archives",
      "identity_closings",
    ],
  };

  test("that names a person is read by the archive, or stands in the list of those left out", async () => {
    const tables = await rows<{ name: string }>(owner, {
      text: `select distinct c.table_name as name from information_schema.columns c
             join information_schema.tables t using (table_schema, table_name)
             where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and (c.column_name ~ '(^|_)user_id$'
               or c.column_name in ('email', 'email_key', 'referrer_id', 'redeemed_by', 'claimed_by')) order by 1`,
      values: [],
    });
    const reading = listSources()
      .filter(({ path: file }) =>
        /^features\/(?:[a-z-]+\/archive|identity\/archive\/own-parts)\.reads\.ts$/.test(file),
      )
      .map(({ text }) => text)
      .join("\n");
    const isRead = (table: string) => new RegExp(`(?:from|join)\\s+${table}\\b`).test(reading);
    const missing = tables.map(({ name }) => name).filter((name) => !isRead(name));
    const remedy = "Add the table to its feature's archive.reads.ts, or to the list here with the reason.";
    expect(missing, remedy).toEqual(Object.values(leftOut).flat().toSorted());
  });
});
