import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { connect, db, givenKey, use } from "#app/api/assistants.factory.ts";
import { getWallet } from "#features/ledger/wallet.reads.ts";
import { settleOrder } from "#features/ready-accounts/delivery.writes.ts";
import { findAccountOrder } from "#features/ready-accounts/orders.reads.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { deliveryPartCount } from "#features/ready-accounts/ready-accounts.rules.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const entriesMax = 50;
const entriesDefault = 10;
const PRICE = 100;
const LARGE = 60;

type Account = { readonly place: number; readonly text: string };
const placesOf = (accounts: readonly Account[]) => accounts.map(({ place }) => place);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** A key for ready accounts with its client, and a wish for so many of an offer that has no more. */
async function givenWish(count = LARGE, kind: "live" | "sandbox" = "live") {
  const holder = await givenKey(kind, { scopes: ["accounts"] });
  const { offerId, lines } = await givenAccountOffer(db, { count, priceKopecks: kopecks(PRICE) });
  const wish = { offerId, count, maxPriceKopecks: PRICE * count, idempotencyKey: randomUUID() };
  return { holder, client: await connect(holder), wish, lines };
}

describe("a large order of ready accounts, as an assistant reads it", () => {
  it("is answered in parts of ten from its purchase on, until every account has come exactly once", async () => {
    const { client, wish, lines } = await givenWish();
    const bought = await use(client, "buy_accounts", wish);
    expect(bought.data).toMatchObject({ state: "delivered", count: LARGE });
    const { id } = bought.data;
    let part = bought;
    const read: Account[] = [...part.data.accounts];
    while (part.data.nextCursor !== null) {
      const from = read.length + 1;
      expect(part.data.accounts).toHaveLength(entriesDefault);
      expect(part.text).toContain(`with id ${id} and cursor "${part.data.nextCursor}" for the next.\n`);
      part = await use(client, "get_account_order", { id, cursor: part.data.nextCursor });
      read.push(...part.data.accounts);
      expect(part.text).toContain(`\n${LARGE} found, ${from} to ${read.length} of them:\n`);
    }
    expect(bought.text).toContain(`\n${LARGE} found, the first ${entriesDefault} of them:\n1: ${lines[0]}\n`);
    expect(bought.text).not.toContain(lines[entriesDefault]);
    expect(placesOf(read)).toEqual(range(1, LARGE));
    expect(read.map(({ text }) => text)).toEqual(lines);
    expect(part.text).not.toContain("for the next");
    expect((await use(client, "get_account_order", { id })).data).toEqual(bought.data);
  });

  it("is answered as many accounts at a time as were asked for, and a part is read without the others", async () => {
    const { holder, client, wish, lines } = await givenWish();
    const bought = await use(client, "buy_accounts", { ...wish, limit: 3 });
    expect(placesOf(bought.data.accounts)).toEqual([1, 2, 3]);
    const { id, nextCursor } = bought.data;
    const more = await use(client, "get_account_order", { id, limit: entriesMax, cursor: nextCursor });
    expect(placesOf(more.data.accounts)).toEqual(range(4, 53));
    const last = { id, limit: entriesMax, cursor: more.data.nextCursor };
    const rest = (await use(client, "get_account_order", last)).data;
    expect([placesOf(rest.accounts), rest.nextCursor]).toEqual([range(54, LARGE), null]);
    const part = await findAccountOrder(db, holder.userId, id, "en", { behind: 3, upTo: 5 });
    expect(part).toMatchObject({ items: lines.slice(3, 5), places: [{ place: 4 }, { place: 5 }] });
  });

  it("is bought once under its key, however many accounts a repeated call asks to see", async () => {
    const { holder, client, wish } = await givenWish();
    const { id } = (await use(client, "buy_accounts", wish)).data;
    const wallet = await getWallet(db, holder.userId);
    const again = await use(client, "buy_accounts", { ...wish, limit: 25 });
    expect([again.data.id, placesOf(again.data.accounts)]).toEqual([id, range(1, 25)]);
    const next = { id, cursor: again.data.nextCursor };
    expect((await use(client, "get_account_order", next)).data.accounts[0].place).toBe(26);
    expect(await getWallet(db, holder.userId)).toEqual(wallet);
    expect((await use(client, "list_account_orders")).data.orders).toHaveLength(1);
  });

  it("is refused a part of more than fifty, and a purchase that asks for one buys nothing", async () => {
    const { holder, client, wish } = await givenWish(2);
    const before = await getWallet(db, holder.userId);
    const refused = await use(client, "buy_accounts", { ...wish, limit: entriesMax + 1 });
    expect([refused.isError, refused.data.code]).toEqual([true, "VALIDATION"]);
    expect(refused.text).toMatch(new RegExp(`limit: .*\\b${entriesMax}\\b.* What to do: .{10,}`));
    expect(await getWallet(db, holder.userId)).toEqual(before);
    expect((await use(client, "list_account_orders")).data.orders).toEqual([]);
    const { id } = (await use(client, "buy_accounts", wish)).data;
    const read = await use(client, "get_account_order", { id, limit: entriesMax + 1 });
    expect([read.isError, read.data.code]).toEqual([true, "VALIDATION"]);
  });

  it("is read on by its own cursor alone: another order's, another list's or a broken one says to begin anew", async () => {
    const { client, wish } = await givenWish();
    const one = (await use(client, "buy_accounts", { ...wish, count: 20 })).data;
    const other = (await use(client, "buy_accounts", { ...wish, count: 20, idempotencyKey: randomUUID() }))
      .data;
    const listed = (await use(client, "list_account_orders", { limit: 1 })).data;
    expect(listed.nextCursor).toEqual(expect.any(String));
    const made = (...parts: (string | number)[]) => Buffer.from(parts.join(":")).toString("base64url");
    const wrong = [other.nextCursor, listed.nextCursor, "", "x", one.nextCursor.slice(0, -3)];
    const forged = [
      made("accounts", one.id),
      made("accounts", one.id, -1),
      made("accounts", one.id, 2 ** 40),
    ];
    for (const cursor of [...wrong, ...forged]) {
      const refused = await use(client, "get_account_order", { id: one.id, cursor });
      expect([cursor, refused.isError, refused.data.code]).toEqual([cursor, true, "VALIDATION"]);
      expect(refused.text).toContain("cursor: no cursor of this order: leave it out to begin with the first");
    }
    const right = await use(client, "get_account_order", { id: one.id, cursor: one.nextCursor });
    expect(placesOf(right.data.accounts)).toEqual(range(11, 20));
  });

  it("has no account and no cursor while it is being prepared, and is read in parts once it is delivered", async () => {
    const count = deliveryPartCount + 1;
    const { client, wish } = await givenWish(count);
    const bought = await use(client, "buy_accounts", wish);
    const { id } = bought.data;
    expect(bought.data).toMatchObject({ state: "held", preparedCount: 0, accounts: [], nextCursor: null });
    expect(bought.text).toContain(`\nOnce all are ready, get_account_order with id ${id} has the accounts.`);
    expect((await use(client, "get_account_order", { id })).data).toEqual(bought.data);
    await settleOrder(db, id);
    const again = (await use(client, "buy_accounts", wish)).data;
    expect([again.id, placesOf(again.accounts)]).toEqual([id, range(1, entriesDefault)]);
    const [places, cursors] = [new Set<number>(), new Set<string>()];
    for (let cursor: string | undefined; cursor !== null; ) {
      const part = (await use(client, "get_account_order", { id, limit: entriesMax, cursor })).data;
      for (const place of placesOf(part.accounts)) places.add(place);
      cursor = part.nextCursor;
      cursors.add(String(cursor));
    }
    expect([places.size, cursors.size]).toEqual([count, 3]);
  });

  it("is read in parts in a sandbox as well", async () => {
    const client = await connect(await givenKey("sandbox"));
    const [offer] = (await use(client, "find_account_offers", { service: "tg" })).data.offers;
    const wish = { offerId: offer.id, count: 12, maxPriceKopecks: 12_000, idempotencyKey: randomUUID() };
    const bought = (await use(client, "buy_accounts", wish)).data;
    expect(placesOf(bought.accounts)).toEqual(range(1, entriesDefault));
    const cursor = bought.nextCursor;
    const rest = (await use(client, "get_account_order", { id: bought.id, cursor })).data;
    expect([placesOf(rest.accounts), rest.nextCursor]).toEqual([[11, 12], null]);
  });
});
