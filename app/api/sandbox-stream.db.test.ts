import { createParser } from "eventsource-parser";
import { afterAll, expect, it } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey, type KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { streamEvents } from "#features/notifications/notifications.contract.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { sandboxHub } from "#features/sandbox/sandbox-stream/sandbox-stream.routes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const app = createApiApp(db);
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
afterAll(() => sandboxHub(db).close());

async function givenKey(input: Partial<KeyInput> = {}): Promise<string> {
  const { userId } = await givenApiBuyer(db, 0);
  return (
    await withTransaction(db, (tx) =>
      createKey(tx, userId, "sandbox", keyInput({ scopes: ["read", "buy"], ...input })),
    )
  ).key;
}

type Heard = { event: keyof typeof streamEvents; id: string; data: Record<string, never> };

async function listenTo(key: string, query = "", lastEventId?: string) {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
  };
  const response = await app.request(`${env.PUBLIC_URL}/api/stream${query}`, { headers });
  expect(response.status).toBe(200);
  const heard: Heard[] = [];
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      const name = event as keyof typeof streamEvents;
      const parsed: unknown = JSON.parse(data);
      streamEvents[name].parse(parsed);
      heard.push({ event: name, id: id ?? "", data: parsed as Record<string, never> });
    },
  });
  const reader = response.body!.getReader();
  void (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      parser.feed(new TextDecoder().decode(part.value));
  })();
  const orders = () =>
    heard
      .filter(({ event }) => event === "activation")
      .map(({ data }) => {
        const { id, state, messages } = data.activation as unknown as {
          id: number;
          state: string;
          messages: { code: string }[];
        };
        return `${id} ${state} ${messages.map(({ code }) => code).join()}`.trim();
      });
  return { heard, orders, cut: () => reader.cancel(), lastId: () => heard.at(-1)?.id };
}

async function bots(key: string, rest: string): Promise<string> {
  return (await app.request(`/stubs/handler_api.php?api_key=${key}&${rest}`)).text();
}
const buy = (key: string, service: string) => bots(key, `action=getNumber&service=${service}&country=6`);
const FIRST = 900_000_001;

it("a sandbox key hears of its sandbox: a purchase, its code by the clock, the purse, and of nobody else's", async () => {
  const [key, other] = [await givenKey(), await givenKey()];
  const [mine, theirs] = [await listenTo(key), await listenTo(other)];
  await buy(key, "tg");
  await eventually(() => expect(mine.orders()).toEqual([`${FIRST} waiting`]));
  expect(mine.heard.at(-1)).toMatchObject({ event: "balance", data: { balance: 990 } });
  await bots(key, "action=sandboxAdvance&seconds=5");
  await eventually(() => expect(mine.orders().at(-1)).toMatch(/received \d{4,}$/));
  expect(theirs.heard.map(({ event }) => event)).toEqual(["ready"]);
  await Promise.all([mine.cut(), theirs.cut()]);
  await eventually(() => expect(sandboxHub(db).streams.count).toBe(0));
});

it("the stream of a sandbox takes up where it was cut, and says so when the sandbox was begun anew in between", async () => {
  const key = await givenKey();
  const before = await listenTo(key);
  await buy(key, "tg");
  await eventually(() => expect(before.orders()).toHaveLength(1));
  await bots(key, "action=sandboxAdvance&seconds=60");
  await eventually(() => expect(before.orders().length).toBeGreaterThan(1));
  const place = before.lastId() as string;
  await before.cut();
  await bots(key, "action=sandboxAdvance&seconds=600");
  await buy(key, "wa");
  const after = await listenTo(key, "", place);
  await eventually(() => expect(after.orders()).toHaveLength(1));
  expect(after.orders()[0]).toMatch(`${FIRST + 1} waiting`);
  expect(after.heard[0]).toMatchObject({ event: "ready", data: { resumed: true } });

  await app.request(`${env.PUBLIC_URL}/api/sandbox/reset`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}` },
  });
  const readies = () => after.heard.filter(({ event }) => event === "ready").map(({ data }) => data);
  await eventually(() => expect(readies()).toEqual([{ resumed: true }, { resumed: false }]));
  const anew = await listenTo(key, "", place);
  await eventually(() => expect(anew.heard[0]).toMatchObject({ event: "ready", data: { resumed: false } }));
  await Promise.all([after.cut(), anew.cut()]);
});

it("the stream of a sandbox shows what was asked for, and what the key is for", async () => {
  const key = await givenKey({ serviceIds: [52] });
  const [all, money, second] = [
    await listenTo(key),
    await listenTo(key, "?types=balance"),
    await listenTo(key, `?activation=${FIRST + 1}`),
  ];
  await buy(key, "tg");
  await buy(key, "tg");
  await eventually(() => expect(second.orders()).toEqual([`${FIRST + 1} waiting`]));
  await eventually(() => expect(all.orders().length).toBeGreaterThan(1));
  expect(money.orders()).toEqual([]);
  expect(money.heard.at(-1)?.event).toBe("balance");
  expect(second.heard.every(({ event }) => event !== "balance")).toBe(true);
  await Promise.all([all.cut(), money.cut(), second.cut()]);
});
