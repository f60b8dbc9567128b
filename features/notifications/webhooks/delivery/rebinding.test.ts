import { beforeEach, expect, test, vi } from "vitest";
import { postDelivery } from "#features/notifications/webhooks/delivery/delivery.gateway.ts";
import { guardedAgent } from "#lib/net/guarded-agent.ts";
import { checkReceiver } from "#lib/net/receiver-address.ts";
import { givenServer } from "#lib/testing/http-server.ts";

const names = vi.hoisted(() => ({ answers: [] as string[][], asked: 0 }));

type Told = { address: string; family: number }[];
vi.mock("node:dns", async (load) => ({
  ...(await load<typeof import("node:dns")>()),
  lookup: (_name: string, _options: object, callback: (error: null, addresses: Told) => void) => {
    names.asked += 1;
    const addresses = names.answers.shift() ?? [];
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  },
}));

const victim = await givenServer((_request, response) => void response.writeHead(204).end());
const address = `https://hook.example.com:${new URL(victim.url).port}/`;
const agent = guardedAgent({ mayBePrivate: false });
const post = () => postDelivery(address, {}, "{}", { mayBePrivate: false, dispatcher: agent });

beforeEach(() => {
  Object.assign(names, { answers: [], asked: 0 });
});

test("a name that was public when it was saved and is private when it is called is not called", async () => {
  await checkReceiver(address, false, async () => ["93.184.216.34"]);
  for (const now of ["127.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "10.0.0.1"]) {
    names.answers = [[now], ["93.184.216.34"]];
    names.asked = 0;
    expect(await post()).toEqual({ status: null, fault: "forbidden", answer: "" });
    // What was checked is what is connected to: the name is asked for once.
    expect(names.asked).toBe(1);
  }
  expect(victim.requests).toEqual([]);
});

test("a private address among public ones is enough to refuse", async () => {
  names.answers = [["93.184.216.34", "127.0.0.1"]];
  expect(await post()).toMatchObject({ fault: "forbidden" });
  expect(victim.requests).toEqual([]);
});
