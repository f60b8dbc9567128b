import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect } from "vitest";
import { openRealPort, type RealPort } from "#app/api/real-port.factory.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { assistantPath } from "#features/assistants/assistants.rules.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey, type KeyInput } from "#features/identity/api-keys/api-keys.writes.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { orderNews } from "#features/rest-api/waiting/waiting.reads.ts";
import { type GivenRentOffer, givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { type Listening, listen } from "#lib/db/listen.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const database = await useTestDb();
/** Set-up of the suites of assistants: a test file that imports it has a database and a port of its own. */
export const { db, owner } = database;
export const PRICE = 1_400;
let port: RealPort;
let offer: Offer;
let rentOffer: GivenRentOffer;
let notices: Listening;
const clients: Client[] = [];

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  offer = await givenOffer(db, { countryId: 6, count: 60, priceKopecks: PRICE });
  rentOffer = await givenRentOffer(db, { countryId: 6, count: 20 });
  port = await openRealPort(db);
  notices = listen(database.url, { channels: { job_events: () => orderNews(db).wake() } });
  await notices.ready;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await notices.close();
  orderNews(db).close();
  await port.stop();
});

export const realPort = (): RealPort => port;
export const ownOffer = (): Offer => offer;
export const ownRentOffer = (): GivenRentOffer => rentOffer;
/** The door's whole address. */
export const address = (): string => `${port.origin}${assistantPath}`;

type KeyHolder = { readonly userId: UserId; readonly key: string };

/** A buyer with money and a key of this kind. */
export async function givenKey(
  kind: "live" | "sandbox" = "live",
  input: Partial<KeyInput> = {},
  balanceKopecks = 100_000,
): Promise<KeyHolder> {
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  const { key } = await withTransaction(db, (tx) =>
    createKey(tx, userId, kind, keyInput({ name: "assistant", ...input })),
  );
  return { userId, key };
}

/** The official client, over the port: `auto` speaks the newest revision, `legacy` those before it. */
export async function connect(
  { key }: Pick<KeyHolder, "key">,
  mode: "auto" | "legacy" = "auto",
  more: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  clients.push(client);
  const headers = { authorization: `Bearer ${key}`, ...more };
  await client.connect(new StreamableHTTPClientTransport(new URL(address()), { requestInit: { headers } }));
  return client;
}

type Told = {
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came
  readonly data: any;
  readonly isError: boolean;
};

/** What a tool answers: its sentence and its data, or the refusal in their places. */
export async function use(client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: args });
  const texts = content.map((part) => (part.type === "text" ? part.text : ""));
  expect(texts).toHaveLength(2);
  const written: unknown = JSON.parse(texts[1] ?? "");
  if (!isError) expect(written).toEqual(structuredContent);
  return {
    text: texts[0] ?? "",
    data: isError ? (written as { error: unknown }).error : structuredContent,
    isError,
  };
}

/** A message as any program could send it. */
export async function post(body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(address(), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const data =
    text.startsWith("event:") || text.includes("\ndata: ") ? text.replace(/^[\s\S]*?^data: /m, "") : text;
  return {
    status: response.status,
    headers: response.headers,
    // Untyped: a test reads whatever came.
    body: data === "" ? null : JSON.parse(data),
  };
}

export const newIdempotencyKey = () => crypto.randomUUID();
