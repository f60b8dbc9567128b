import { expect, it } from "vitest";
import { connect, db, givenKey, realPort, use } from "#app/api/assistants.factory.ts";
import { listNamedCalls } from "#features/identity/api-keys/key-calls.reads.ts";
import { writeKeyCalls } from "#features/identity/api-keys/key-calls.writes.ts";
import type { UserId } from "#lib/api/actor.ts";

/** What is known of the calls of a user's only key once this process has written what it counted. */
async function callsOf(userId: UserId): Promise<Record<string, number>> {
  await writeKeyCalls(db);
  const [calls = []] = (await listNamedCalls(db, userId)).values();
  return Object.fromEntries(calls.map(({ call, calls: count }) => [call, count]));
}

it("a bot's calls are counted by the action of each, once, whichever way answers them", async () => {
  // A key for some services leaves the short way of polls to the long one.
  for (const serviceIds of [null, [52]]) {
    const { userId, key } = await givenKey("live", { serviceIds });
    const ask = (action: string) => fetch(`${realPort().handlerUrl}?api_key=${key}&action=${action}`);
    for (const action of ["getBalance", "getStatus&id=1", "getStatus&id=2", "getPrices", "noAction"])
      expect((await ask(action)).status).toBe(200);
    expect(await callsOf(userId)).toEqual({ getBalance: 1, getStatus: 2, getPrices: 1 });
  }
});

it("a program's calls are counted by method and path, in which names stand for what varies", async () => {
  const { userId, key } = await givenKey();
  const headers = { authorization: `Bearer ${key}` };
  const ask = (path: string) => fetch(`${realPort().origin}/api/v1${path}`, { headers });
  expect((await ask("/balance")).status).toBe(200);
  for (const id of [1, 2]) expect((await ask(`/activations/${id}`)).status).toBe(404);
  expect(await callsOf(userId)).toEqual({ "GET /api/v1/balance": 1, "GET /api/v1/activations/{id}": 2 });
});

it("an assistant's messages are counted beside the calls that its tools make", async () => {
  const { userId, key } = await givenKey();
  const client = await connect({ key });
  await use(client, "find_offers", { service: "tg" });
  expect(await callsOf(userId)).toMatchObject({
    "POST /mcp": expect.any(Number),
    "GET /api/v1/offers": expect.any(Number),
  });
});
