import { randomUUID } from "node:crypto";
import sql, { type Sql } from "sql-template-tag";
import { afterEach, beforeAll, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { activateDevice } from "#features/licences/devices/devices.writes.ts";
import { licenceChecks } from "#features/licences/licences.checks.ts";
import { givenAgent, givenLicence, givenProduct } from "#features/licences/licences.factory.ts";
import { revokeLicence } from "#features/licences/revocation/revocation.writes.ts";
import { getLicence } from "#features/licences/sales/my-licences.reads.ts";
import { buyLicence, renewLicence } from "#features/licences/sales/sale.writes.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks, undone } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb({ checkAfterwards: false });

/** A licence that was renewed and runs on two devices, and one that was revoked. */
let renewed = 0;
let revoked = 0;
/** A licence that an agent has sold. */
let sold = 0;

beforeAll(async () => {
  const userId = await givenUser(db, 100_000);
  renewed = (await givenLicence(db, { userId, deviceLimit: 2 })).licenceId;
  await renewLicence(db, {
    ...{ userId, licenceId: renewed, maxPriceKopecks: kopecks(2_000), channel: "site" },
    idempotencyKey: randomUUID(),
  });
  const key = (await getLicence(db, userId, renewed)).key ?? "";
  for (const device of ["first-machine", "second-machine"])
    await activateDevice(db, { key, device, name: null });
  const agent = await givenAgent(db);
  const product = await givenProduct(db);
  sold = (
    await buyLicence(db, {
      ...{ userId, productId: product.productId, maxPriceKopecks: null, channel: "site" },
      ...{ agent: { code: agent.code }, idempotencyKey: randomUUID() },
    })
  ).licenceId;
  revoked = (await givenLicence(db, { userId })).licenceId;
  const other = (await getLicence(db, userId, revoked)).key ?? "";
  await activateDevice(db, { key: other, device: "third-machine", name: null });
  await withTransaction(db, (tx) => revokeLicence(tx, { licenceId: revoked, staffId: 1, reason: "shared" }));
});

afterEach(async () => {
  expect(await offendedChecks(owner, licenceChecks)).toEqual([]);
});

it("sound licences break no invariant to begin with", async () => {
  expect(await offendedChecks(owner, licenceChecks)).toEqual([]);
});

/** What somebody could do to the rows by hand, and what finds it. */
const corruptions: readonly [string, () => Sql, RegExp][] = [
  [
    "a sale of another's money",
    () => sql`update licences_sales set user_id = user_id + 1 where licence_id = ${renewed} and nth = 2`,
    /has its transfer/,
  ],
  [
    "a sale at another price",
    () =>
      sql`update licences_sales set price_kopecks = price_kopecks - 1 where licence_id = ${renewed} and nth = 1`,
    /has its transfer/,
  ],
  [
    "money taken for no sale",
    () => sql`delete from licences_sales where licence_id = ${renewed} and nth = 2`,
    /every such transfer its sale/,
  ],
  [
    "a share above what was agreed",
    () => sql`update licences_sales set share_kopecks = share_kopecks + 1 where licence_id = ${sold}`,
    /what was agreed of the price/,
  ],
  [
    "a share in other hands",
    () => sql`update licences_sales set agent_user_id = agent_user_id + 1 where licence_id = ${sold}`,
    /in its wallet/,
  ],
  [
    "a share that no sale knows",
    () =>
      sql`update licences_sales set agent_user_id = null, share_basis_points = null, share_kopecks = null, share_transfer_id = null
          where licence_id = ${sold}`,
    /every such transfer belongs to a sale/,
  ],
  [
    "a sale by somebody who had accepted nothing",
    () => sql`update licences_acceptances set accepted_at = accepted_at + interval '1 hour'`,
    /had accepted the agreement/,
  ],
  [
    "a price above what was agreed to",
    () => sql`update licences_sales set max_price_kopecks = 1 where licence_id = ${renewed} and nth = 2`,
    /never above what the buyer agreed to/,
  ],
  [
    "a licence that is good for longer than was paid",
    () => sql`update licences set valid_until = valid_until + interval '1 second' where id = ${renewed}`,
    /good for what was paid/,
  ],
  [
    "a licence without an end that was bought with one",
    () => sql`update licences set valid_until = null where id = ${renewed}`,
    /good for what was paid/,
  ],
  [
    "a licence in other hands",
    () => sql`update licences set user_id = user_id + 1 where id = ${revoked}`,
    /its owner paid/,
  ],
  [
    "a licence that nobody bought",
    () =>
      sql`insert into licences (user_id, product_id, device_limit) select user_id, product_id, 1 from licences where id = ${revoked}`,
    /good for what was paid/,
  ],
  [
    "a renewal that adds more than its term",
    () => sql`update licences_sales set term_days = term_days - 1 where licence_id = ${renewed} and nth = 2`,
    /adds its term/,
  ],
  [
    "licences that nobody can sign",
    () =>
      sql`update licences_signing_keys set retired_at = app_now(), sealed_private_key = null where retired_at is null`,
    /can be given its key/,
  ],
  [
    "one device more than were paid for",
    () => sql`update licences set device_limit = 1 where id = ${renewed}`,
    /no more devices than were paid for/,
  ],
  [
    "a device of a licence that had been revoked before",
    () => sql`update licences set revoked_at = sold_at where id = ${revoked}`,
    /once its licence was revoked/,
  ],
];

it.each(corruptions)("a check of licences finds %s", async (_, corrupt, finds) => {
  const names = await undone(owner, async (tx) => {
    expect(await execute(tx, corrupt())).toBeGreaterThan(0);
    return offendedChecks(tx, licenceChecks);
  });
  expect(names).toContainEqual(expect.stringMatching(finds));
});

it("a second key that signs is refused by the table itself", async () => {
  await expect(
    execute(
      owner,
      sql`insert into licences_signing_keys (kid, public_key, sealed_private_key) values (repeat('k', 43), repeat('x', 43), 'sealed')`,
    ),
  ).rejects.toMatchObject({ code: "23505" });
});
