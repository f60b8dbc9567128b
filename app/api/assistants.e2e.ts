import { randomUUID } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { assistantPath } from "#features/assistants/assistants.rules.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

/** An assistant as it is, on the default start: its code comes from the SIM bank through the partners' protocol. */
const INDONESIA = 6;
const SILENT_COUNTRY = 8;

/** The official client with somebody's key, and what a tool answers it. */
async function assistantOf({ apiKey }: JourneyPerson) {
  const client = new Client({ name: "journey", version: "1" }, { versionNegotiation: { mode: "auto" } });
  const headers = { authorization: `Bearer ${apiKey}` };
  const address = new URL(assistantPath, demo.api.url);
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  // biome-ignore lint/suspicious/noExplicitAny: a journey reads whatever came
  return async (name: string, args: Record<string, unknown> = {}): Promise<any> => {
    const { structuredContent, content, isError } = await client.callTool({ name, arguments: args });
    expect(isError ?? false, JSON.stringify(content)).toBe(false);
    return structuredContent;
  };
}

test("an assistant buys a number, waits for its code, and cancels another one", async ({ newPerson }) => {
  const use = await assistantOf(await newPerson());
  const cheapest = async (country: number) =>
    (await use("find_offers", { service: "tg", country })).offers[0].priceKopecks as number;
  const buy = async (country: number) =>
    use("buy_number", {
      ...{ service: "tg", country },
      maxPriceKopecks: await cheapest(country),
      idempotencyKey: randomUUID(),
    });
  const { id } = await buy(INDONESIA);
  const order = await use("wait_for_code", { id, seconds: 50 });
  expect(order).toMatchObject({ state: "received", money: "captured" });
  expect(order.code).toMatch(/^[\w-]{4,}$/);
  expect(await use("finish_number", { id })).toMatchObject({ state: "completed" });

  const { availableKopecks } = await use("get_balance");
  const other = await buy(SILENT_COUNTRY);
  expect((await use("get_balance")).availableKopecks).toBe(availableKopecks - other.priceKopecks);
  expect(await use("cancel_number", { id: other.id })).toMatchObject({ money: "given-back" });
  expect((await use("get_balance")).availableKopecks).toBe(availableKopecks);
});
