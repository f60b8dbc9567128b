import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { makeLiveAccounts } from "#features/ready-accounts/account-port.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { makeReadyAccountRoutes } from "#features/ready-accounts/ready-accounts.routes.ts";
import { archiveOf } from "#features/ready-accounts/stock/archives.factory.ts";
import { addStock } from "#features/ready-accounts/stock/stock.writes.ts";
import { openUpload } from "#features/ready-accounts/stock/upload.gateway.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const noNames = async () => new Map();
const api = testApi(db, makeReadyAccountRoutes(makeLiveAccounts(noNames)), resolveActor);

type Files = Readonly<Record<string, string | Buffer>>;

async function add(offerId: number, files: Files, skipsRefused = false) {
  const text = (await archiveOf(files)).toString("base64");
  const content = await openUpload({ format: "zip", text });
  return withTransaction(db, (tx) =>
    addStock(tx, { ...content, ...{ offerId, skipsRefused, expiresAt: null, actorId: 1 } }),
  );
}

async function givenBuyer() {
  const { userId } = await givenApiBuyer(db, 10_000);
  return (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;
}

async function bought(offerId: number, count: number) {
  const cookie = await givenBuyer();
  const { body: items } = await api.call("POST", "/api/ready-accounts/buy-offer", {
    ...{ cookie, body: { id: offerId, count }, headers: { "idempotency-key": randomUUID() } },
  });
  const { body } = await api.call("GET", "/api/ready-accounts/orders", { cookie });
  return { cookie, items, orderId: body.orders[0].id as number };
}

const fileOf = (cookie: string, orderId: number, place: number) =>
  api.call("GET", `/api/ready-accounts/orders/${orderId}/files/${place}`, { cookie });

it("accounts that are files come in an archive, are delivered as JSON with base64, and downloaded by their buyer alone", async () => {
  const { offerId } = await givenAccountOffer(db, { count: 0, template: "phone.session" });
  const report = await add(offerId, {
    "batch/491511.session": "first bytes",
    "батч/491512.session": "second",
  });
  expect(report).toEqual({ addedCount: 2, refusedCount: 0, refused: [] });
  const { cookie, items, orderId } = await bought(offerId, 2);
  expect(items.map((item: string) => JSON.parse(item))).toEqual([
    { file: "491511.session", base64: Buffer.from("first bytes").toString("base64") },
    { file: "491512.session", base64: Buffer.from("second").toString("base64") },
  ]);
  const file = await fileOf(cookie, orderId, 1);
  expect([file.status, file.body]).toEqual([200, "first bytes"]);
  expect(file.headers.get("content-type")).toBe("application/octet-stream");
  expect(file.headers.get("content-disposition")).toBe("attachment; filename*=UTF-8''491511.session");
  const answers = [await fileOf(await givenBuyer(), orderId, 1), await fileOf(cookie, orderId, 3)];
  for (const { status, body } of answers)
    expect([status, body.error.code]).toEqual([404, "ACCOUNT_PLACE_UNKNOWN"]);
});

it("an account that is a folder is downloaded as a zip archive, and one that is a text has no file", async () => {
  const folders = await givenAccountOffer(db, { count: 0, template: "phone/*" });
  await add(folders.offerId, { "4915/tdata/key": "k", "4915/2fa.txt": "secret" });
  const { cookie, items, orderId } = await bought(folders.offerId, 1);
  expect(JSON.parse(items[0])).toMatchObject({
    folder: "4915",
    files: [{ path: "tdata/key" }, { path: "2fa.txt" }],
  });
  const archive = await fileOf(cookie, orderId, 1);
  expect(archive.headers.get("content-disposition")).toContain("4915.zip");
  expect(archive.body.slice(0, 2)).toBe("PK");
  const texts = await givenAccountOffer(db, { count: 0 });
  await add(texts.offerId, { "1.txt": "text-anna:one", "2.json": '{"login":"text-bob","password":"two"}' });
  const ofTexts = await bought(texts.offerId, 2);
  expect(ofTexts.items).toEqual(["text-anna:one", "text-bob:two"]);
  expect((await fileOf(ofTexts.cookie, ofTexts.orderId, 1)).status).toBe(404);
});

it("an account that was brought as a text is refused as a file and as a folder, by its name in the template", async () => {
  const [texts, files, folders] = await Promise.all(
    ["phone:password", "phone.session", "phone/*"].map((template) =>
      givenAccountOffer(db, { count: 0, template }),
    ),
  );
  const first = { format: "lines", text: "+49 1511-777:secret" } as const;
  const base = { skipsRefused: false, expiresAt: null, actorId: 1 };
  await withTransaction(db, (tx) => addStock(tx, { ...first, ...base, offerId: texts?.offerId as number }));
  for (const [offerId, entry] of [
    [files?.offerId as number, "491511777.session"],
    [folders?.offerId as number, "491511777/a.txt"],
  ] as const)
    await expect(add(offerId, { [entry]: "x" })).rejects.toMatchObject({
      code: "STOCK_LINES_WRONG",
      details: { count: 1, lines: [{ line: 1, entry: entry.split("/")[0], problem: "duplicate" }] },
    });
  expect(
    await add(files?.offerId as number, { "491511777.session": "x", "4915888.session": "y" }, true),
  ).toEqual({
    ...{ addedCount: 1, refusedCount: 1 },
    refused: [{ line: 1, entry: "491511777.session", problem: "duplicate" }],
  });
});

it("accounts that are files are refused as lines and as a JSON list", async () => {
  const { offerId } = await givenAccountOffer(db, { count: 0, template: "phone.session" });
  for (const format of ["lines", "json"] as const) {
    const content = await openUpload({ format, text: '["49151"]' });
    const upload = { ...content, ...{ offerId, skipsRefused: false, expiresAt: null, actorId: 1 } };
    await expect(withTransaction(db, (tx) => addStock(tx, upload))).rejects.toMatchObject({
      code: "STOCK_ARCHIVE_NEEDED",
    });
  }
});

it("the bytes of an account's file stand nowhere in the table of units", async () => {
  const { offerId } = await givenAccountOffer(db, { count: 0, template: "phone.session" });
  const planted = "zqplanted-bytes-of-a-session";
  await add(offerId, { "zqplanted.session": planted });
  const units = await rows<{ text: string }>(
    db,
    sql`select u::text as text from ready_accounts_units u where offer_id = ${offerId}`,
  );
  const texts = units
    .map(({ text }) => text)
    .join()
    .toLowerCase();
  expect(units).toHaveLength(1);
  for (const trace of [
    "zqplanted",
    Buffer.from(planted).toString("base64"),
    Buffer.from(planted).toString("hex"),
  ])
    expect(texts).not.toContain(trace.toLowerCase());
});

it("an archive in base64 that lost a sign is refused, and a list that is longer than a list may be", async () => {
  const text = (await archiveOf({ "a.txt": "b" })).toString("base64");
  for (const broken of [text.slice(1), `${text} `, "§"])
    await expect(openUpload({ format: "zip", text: broken })).rejects.toMatchObject({
      ...{ code: "STOCK_ARCHIVE_WRONG", details: { problem: "broken" } },
    });
  await expect(openUpload({ format: "lines", text: "x".repeat(400_001) })).rejects.toMatchObject({
    code: "PAYLOAD_TOO_LARGE",
  });
});
