import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { readyAccountClosing } from "#features/ready-accounts/closing.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import {
  accountLines,
  accountTerms,
  givenAccountOffer,
} from "#features/ready-accounts/ready-accounts.factory.ts";
import { readyAccountSweeps } from "#features/ready-accounts/ready-accounts.jobs.ts";
import { addOffer, editOffer } from "#features/ready-accounts/stock/offers.writes.ts";
import { listOffersWithStock } from "#features/ready-accounts/stock/stock.reads.ts";
import { addStock, withdrawStock } from "#features/ready-accounts/stock/stock.writes.ts";
import { listOrderTexts } from "#features/ready-accounts/unit-texts.reads.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type OwnKeyed, unsealWithOwnKey } from "#lib/sealed-text.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 20 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

type Part = { skipsRefused?: boolean; expiresAt?: Date; format?: "lines" | "json" };

function add(offerId: number, text: string, part: Part = {}) {
  const { skipsRefused = false, expiresAt = null, format = "lines" } = part;
  return withTransaction(db, (tx) =>
    addStock(tx, { offerId, format, text, skipsRefused, expiresAt, actorId: 1 }),
  );
}

async function stockOf(offerId: number) {
  const offers = await listOffersWithStock(db, { state: null, before: offerId + 1 }, 1);
  return offers[0]?.stock;
}

/** Every value of every table as the database keeps it. */
async function wholeDatabase(): Promise<string> {
  const tables = await rows<{ name: string }>(owner, {
    text: "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    values: [],
  });
  const texts: string[] = [];
  for (const { name } of tables)
    for (const row of await rows(owner, { text: `select t::text as text from ${name} t`, values: [] }))
      texts.push(String(row.text));
  return texts.join("\n");
}

it("an upload takes every line or none, and says line by line what is wrong", async () => {
  const { offerId } = await givenAccountOffer(db, { count: 0 });
  const [one, two] = accountLines(2);
  const wrong = add(offerId, `${one}\nno separator\n${one}\n${two}`);
  await expect(wrong).rejects.toMatchObject({
    code: "STOCK_LINES_WRONG",
    details: {
      count: 2,
      lines: [
        { line: 2, problem: "fields" },
        { line: 3, problem: "twice" },
      ],
    },
  });
  expect(await stockOf(offerId)).toMatchObject({ available: 0 });
  const report = await add(offerId, `${one}\nno separator\n${two}`, { skipsRefused: true });
  expect(report).toEqual({ addedCount: 2, refusedCount: 1, refused: [{ line: 2, problem: "fields" }] });
  expect(await stockOf(offerId)).toMatchObject({ available: 2 });
});

it("a JSON list is taken by the template's names, numbers as they are written, and delivered as lines are", async () => {
  const { offerId } = await givenAccountOffer(db, { count: 0 });
  const list = `[{ "password": 9007199254740993, "login": "json-anna" }, "json-bob:two", { "login": "json:cleo", "password": "three" }]`;
  expect(await add(offerId, list, { format: "json" })).toEqual({
    addedCount: 3,
    refusedCount: 0,
    refused: [],
  });
  const userId = await givenCustomer(db, 3_000);
  const { items } = await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 3, maxTotalKopecks: null, channel: "site", idempotencyKey: "of-a-list" },
  });
  expect(items).toEqual(["json-anna:9007199254740993", "json-bob:two", '"json:cleo":three']);
});

it("a JSON list names the account that a line has brought before, and what is no list changes nothing", async () => {
  const { offerId, lines } = await givenAccountOffer(db, { count: 1 });
  const login = lines[0]?.split(":")[0]?.toUpperCase();
  const list = JSON.stringify([
    { login: "json-dora", password: "x" },
    { login, password: "another" },
  ]);
  await expect(add(offerId, list, { format: "json" })).rejects.toMatchObject({
    ...{ code: "STOCK_LINES_WRONG", details: { lines: [{ line: 2, problem: "duplicate" }] } },
  });
  for (const text of ['{ "login": "a", "password": "b" }', "[", "json-dora:x", '[[["json-dora:x"]]]'])
    await expect(add(offerId, text, { format: "json" })).rejects.toBeDefined();
  await expect(add(offerId, "[", { format: "json" })).rejects.toMatchObject({ code: "STOCK_JSON_WRONG" });
  expect(await stockOf(offerId)).toMatchObject({ available: 1 });
});

it("an account that is in stock or sold anywhere is refused, also with another password, and one of another service is not", async () => {
  const first = await givenAccountOffer(db, { count: 1 });
  const second = await givenAccountOffer(db, { count: 0 });
  const other = await givenAccountOffer(db, { count: 0, serviceId: 1 });
  const name = first.lines[0]?.split(":")[0];
  await expect(add(second.offerId, `${name?.toUpperCase()}:another`)).rejects.toMatchObject({
    details: { lines: [{ line: 1, problem: "duplicate" }] },
  });
  expect(await add(other.offerId, `${name}:another`)).toMatchObject({ addedCount: 1 });
  const userId = await givenCustomer(db, 1_000);
  await buyReadyAccounts(db, {
    ...{ userId, offerId: first.offerId, count: 1, maxTotalKopecks: null, channel: "site" },
    idempotencyKey: "the-only-one",
  });
  await expect(add(second.offerId, `${name}:another`)).rejects.toMatchObject({ code: "STOCK_LINES_WRONG" });
});

it("of two uploads of the same accounts at the same moment one is taken", async () => {
  const offers = await Promise.all([0, 1].map(() => givenAccountOffer(db, { count: 0 })));
  const text = accountLines(50);
  const results = await Promise.allSettled([
    add(offers[0]?.offerId as number, text.join("\n")),
    add(offers[1]?.offerId as number, text.toReversed().join("\n")),
  ]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

it("what an account says stands nowhere in the database, neither in stock nor sold", async () => {
  const { offerId } = await givenAccountOffer(db, { count: 0 });
  await add(offerId, "Zqplanted-login:Zqplanted-password");
  const userId = await givenCustomer(db, 1_000);
  const { items, orderId } = await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 1, maxTotalKopecks: null, channel: "site", idempotencyKey: "of-secrets" },
  });
  expect(items).toEqual(["Zqplanted-login:Zqplanted-password"]);
  expect((await wholeDatabase()).toLowerCase()).not.toContain("zqplanted");
  await withTransaction(db, (tx) => readyAccountClosing.forget?.(tx, userId) as Promise<void>);
  expect(await listOrderTexts(db, orderId)).toBeNull();
});

type StoredUnit = OwnKeyed & { readonly fingerprint: Buffer };

const unitsOf = (offerId: number) =>
  rows<StoredUnit>(
    owner,
    sql`select fingerprint, sealed_key as "sealedKey", sealed_text as "sealedText" from ready_accounts_units
        where offer_id = ${offerId} and sealed_text is not null order by id`,
  );

it("the hash by which duplicates are found is of use to nobody without our key: no bare hash of an account stands in the database", async () => {
  const { offerId } = await givenAccountOffer(db, { count: 0, serviceId: 52 });
  const [login, password] = ["Zqhashed-Login", "Zqhashed-password"];
  await add(offerId, `${login}:${password}`);
  const said = [login, login.toLowerCase(), password, `${login}:${password}`].flatMap((text) => [
    ...[text, `${text}\n`, text.toLowerCase()],
    ...["52", "tg", String(offerId), ""].flatMap((of) =>
      ["\n", ":", "|", "", "\0"].map((sign) => `${of}${sign}${text}`),
    ),
  ]);
  const kept = await wholeDatabase();
  const [unit] = await unitsOf(offerId);
  expect(unit?.fingerprint.length).toBe(32);
  expect(kept).toContain(unit?.fingerprint.toString("hex"));
  for (const text of new Set(said))
    for (const algorithm of ["md5", "sha1", "sha256", "sha512", "sha3-256", "blake2s256"])
      for (const form of ["hex", "base64", "base64url"] as const)
        expect([text, algorithm, kept.includes(createHash(algorithm).update(text).digest(form))]).toEqual([
          ...[text, algorithm, false],
        ]);
});

it("each account in stock is sealed by a key of its own: the same line twice is two unlike rows, and no row's key opens another", async () => {
  const offers = await Promise.all(
    [52, 1].map((serviceId) => givenAccountOffer(db, { count: 0, serviceId })),
  );
  const line = "zqtwice-login:zqtwice-password";
  for (const { offerId } of offers) await add(offerId, line);
  const again = offers[0]?.offerId as number;
  const [first] = await unitsOf(again);
  await withTransaction(db, (tx) => withdrawStock(tx, again));
  await add(again, line);
  const stored = [first, ...(await unitsOf(again)), ...(await unitsOf(offers[1]?.offerId as number))];
  const units = stored.filter((unit) => unit !== undefined);
  expect(units).toHaveLength(3);
  const different = (read: (unit: StoredUnit) => string | undefined) => new Set(units.map(read)).size;
  for (const part of ["sealedKey", "sealedText"] as const) {
    expect(different((unit) => unit[part])).toBe(3);
    expect(different((unit) => unit[part].split(".")[3])).toBe(3);
  }
  for (const [at, unit] of units.entries()) {
    expect(unsealWithOwnKey(unit, unit.fingerprint)).toBe(line);
    for (const other of units.toSpliced(at, 1)) {
      const { sealedKey } = other;
      expect(() => unsealWithOwnKey({ ...unit, sealedKey }, unit.fingerprint)).toThrow();
      expect(() => unsealWithOwnKey({ ...unit, sealedKey }, other.fingerprint)).toThrow();
    }
    const bytes = Object.values(unit).map((value) =>
      Buffer.isBuffer(value)
        ? value.toString("latin1")
        : [
            value,
            ...value.split(".").map((part) => Buffer.from(part, "base64url").toString("latin1")),
          ].join(),
    );
    expect(bytes.join()).not.toMatch(/zqtwice/i);
  }
});

it("withdrawn stock is gone for good, may be brought again, and orders keep theirs", async () => {
  const { offerId, lines } = await givenAccountOffer(db, { count: 3 });
  const userId = await givenCustomer(db, 1_000);
  const { orderId } = await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 1, maxTotalKopecks: null, channel: "site", idempotencyKey: "before-that" },
  });
  expect(await withTransaction(db, (tx) => withdrawStock(tx, offerId))).toBe(2);
  expect(await stockOf(offerId)).toEqual({ available: 0, held: 0, sold: 1, withdrawn: 2 });
  expect(await listOrderTexts(db, orderId)).toEqual(lines.slice(0, 1));
  expect(await add(offerId, lines.slice(1).join("\n"))).toMatchObject({ addedCount: 2 });
});

it("stock whose time is over is taken off sale by the sweep", async () => {
  const { offerId } = await givenAccountOffer(db, { count: 1 });
  const { at } = (await rows<{ at: Date }>(db, sql`select app_now() + interval '1 hour' as at`))[0] as {
    at: Date;
  };
  await add(offerId, accountLines(2).join("\n"), { expiresAt: at });
  // All that the worker runs for ready accounts: a sweep that is in no list expires nothing.
  const sweep = async () => {
    for (const { run } of readyAccountSweeps) await run(db);
  };
  await sweep();
  expect(await stockOf(offerId)).toEqual({ available: 3, held: 0, sold: 0, withdrawn: 0 });
  await moveClock(owner, "1 hour");
  try {
    await sweep();
  } finally {
    await resetClock(owner);
  }
  expect(await stockOf(offerId)).toEqual({ available: 1, held: 0, sold: 0, withdrawn: 2 });
});

it("an offer's template, service and country stay as they are once its stock was read by them", async () => {
  const { offerId } = await givenAccountOffer(db, { count: 1 });
  const edit = (part: Parameters<typeof accountTerms>[0]) =>
    withTransaction(db, (tx) => editOffer(tx, offerId, accountTerms(part)));
  await expect(edit({ template: "login:password:mail" })).rejects.toMatchObject({
    code: "STOCK_TEMPLATE_KEPT",
  });
  await expect(edit({ serviceId: 1 })).rejects.toMatchObject({ code: "STOCK_TEMPLATE_KEPT" });
  await expect(edit({ countryId: 10 })).rejects.toMatchObject({ code: "STOCK_TEMPLATE_KEPT" });
  await edit({ name: "renamed" });
  await expect(
    withTransaction(db, (tx) => addOffer(tx, accountTerms({ template: "login:" }))),
  ).rejects.toMatchObject({ code: "STOCK_TEMPLATE_WRONG" });
});
