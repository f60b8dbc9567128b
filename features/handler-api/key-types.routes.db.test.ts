import sql from "sql-template-tag";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { ApiBuyer } from "#features/activations/buyers.factory.ts";
import type { Sent } from "#features/handler-api/handler-api.factory.ts";
import {
  buy,
  db,
  givenBuyer,
  givenShop,
  push,
  say,
  url,
} from "#features/handler-api/handler-api-routes.factory.ts";
import { findUserByApiKey } from "#features/identity/api-keys/api-keys.reads.ts";
import { type TypesName, typesNames } from "#features/identity/api-keys/api-keys.rules.ts";
import { changeKey, createKey, rotateKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { followKeyChanges, keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** Another key of the same account; `id` is the key's. */
async function givenKey(
  { userId }: ApiBuyer,
  types: TypesName,
  kind: "live" | "sandbox" = "live",
): Promise<ApiBuyer & { id: number }> {
  const made = await withTransaction(db, (tx) => createKey(tx, userId, kind, keyInput({ types })));
  return { userId, ...made };
}

let shop: Awaited<ReturnType<typeof givenShop>>;
/** Where purchases leave the stock that is read alone. */
let trade: typeof shop;
let own: ApiBuyer;
let readings: Sent[] = [];
beforeAll(async () => {
  shop = await givenShop({ count: 40 });
  trade = await givenShop({ count: 40 });
  own = await givenBuyer();
  const { id } = await buy(own, shop.country);
  await push(id, "Telegram code 11111");
  await push(id, "Telegram code 22222");
  readings = [
    { action: "getActiveActivations" },
    { action: "getListOfActiveActivations" },
    { action: "getCurrentActivations" },
    { action: "getCurrentActivationsDataTables" },
    { action: "getNumbersStatus", country: shop.country },
    { action: "getPrices", service: "tg", country: shop.country },
  ];
});

/** What an action answers; the moment of the answer itself left out. */
const read = async (key: ApiBuyer, sent: Sent) =>
  (await say(key, sent)).replace(/"time":\d+|"timer":\d+/g, "");

/** An answer of getNumberV2 by the kind of each member. */
async function kindsOfNumber(key: ApiBuyer, sent: Sent = {}): Promise<object> {
  const text = await say(key, { action: "getNumberV2", service: "tg", country: trade.country, ...sent });
  return Object.fromEntries(Object.entries(JSON.parse(text)).map(([name, value]) => [name, typeof value]));
}

describe("a key with types", () => {
  it.each(typesNames)(
    "%s is answered so in every action that has them, and the parameter wins",
    async (types) => {
      const key = await givenKey(own, types);
      for (const reading of readings) {
        expect(await read(key, reading)).toBe(await read(own, { ...reading, types }));
        for (const other of typesNames)
          expect(await read(key, { ...reading, types: other })).toBe(
            await read(own, { ...reading, types: other }),
          );
      }
      expect(await kindsOfNumber(key)).toEqual(await kindsOfNumber(own, { types }));
      expect(await kindsOfNumber(key, { types: "classic" })).toMatchObject({ canGetAnotherSms: "string" });
      expect(await kindsOfNumber(key, { types: "standard" })).toMatchObject({ canGetAnotherSms: "boolean" });
    },
  );

  it("reads differently from one without in each action, so that none is compared with itself", async () => {
    const differing = await Promise.all(
      readings.map(async (reading) => {
        const answers = await Promise.all(typesNames.map((types) => read(own, { ...reading, types })));
        return new Set(answers).size;
      }),
    );
    expect(differing).toEqual([2, 2, 2, 2, 2, 2]);
  });

  it("is answered so in the sandbox, too", async () => {
    const key = await givenKey(own, "classic", "sandbox");
    expect(await kindsOfNumber(key)).toMatchObject({ activationId: "number", canGetAnotherSms: "string" });
    const plain = await givenKey(own, "plain", "sandbox");
    const stock = JSON.parse(await say(plain, { action: "getNumbersStatus", country: shop.country }));
    expect(stock.tg).toBeTypeOf("number");
  });

  it("hands them to the key that replaces it", async () => {
    const key = await givenKey(own, "plain");
    const successor = await withTransaction(db, (tx) => rotateKey(tx, own.userId, key.id, 24));
    const reading = { action: "getNumbersStatus", country: shop.country };
    expect(await read({ ...own, key: successor.key }, reading)).toBe(
      await read(own, { ...reading, types: "plain" }),
    );
  });

  it("is answered otherwise from the moment on that another process has changed them", async () => {
    const key = await givenKey(own, "plain");
    const reading = { action: "getNumbersStatus", country: shop.country };
    expect(JSON.parse(await say(key, reading)).tg).toBeTypeOf("number");
    const changes = await followKeyChanges(url);
    try {
      await withTransaction(db, (tx) => changeKey(tx, own.userId, key.id, keyInput({ types: "standard" })));
      await changes.heard;
      expect(JSON.parse(await say(key, reading)).tg_0).toBeTypeOf("string");
    } finally {
      await changes.close();
    }
  });

  it("costs no statement of its own: it comes with the key's row", async () => {
    const { key } = await givenKey(own, "smshub");
    const query = vi.spyOn(db, "query");
    const owner = await findUserByApiKey(db, key);
    const { length: statements } = query.mock.calls;
    query.mockRestore();
    expect([owner?.types, statements]).toEqual(["smshub", 1]);
  });

  it("is never the one of 32 characters, which stays as the protocol has it", async () => {
    const change = sql`update identity_api_keys set types = 'classic' where user_id = ${own.userId} and kind = 'legacy'`;
    await expect(execute(db, change)).rejects.toMatchObject({ code: "23514" });
    const unknown = sql`update identity_api_keys set types = 'text' where user_id = ${own.userId} and kind = 'live'`;
    await expect(execute(db, unknown)).rejects.toMatchObject({ code: "23514" });
  });
});
