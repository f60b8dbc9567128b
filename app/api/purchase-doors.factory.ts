import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sql from "sql-template-tag";
import { afterAll, beforeAll } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import type { ApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { setMargin } from "#features/pricing/pricing.writes.ts";
import { lateAnswersSettled } from "#features/supply/supply.gateway.ts";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** The country in which everything is bought here. */
export const DOORS_COUNTRY = 6;

/** A service, by its id and its code. */
export type Ware = { readonly id: number; readonly code: string };

/** Buys a number of a ware without naming a highest price; answers what the door said. */
type Door = (buyer: ApiBuyer, ware: Ware) => Promise<string>;

/** The names of the doors below, for tables of tests. */
export const doorNames = [
  "getNumber",
  "getNumberV2",
  "getNumber with a wish",
  "POST /api/v1/activations",
  "the site's own call",
] as const;

/** Every way to buy a number, and the calls behind them, on a database with its catalogue. */
export function purchaseDoors(db: Db) {
  const app = createApiApp(db);
  const wares: Ware[] = [];

  /** A service of its own for each test, so that offers do not meet. */
  async function freshWare(): Promise<Ware> {
    if (wares.length === 0)
      wares.push(
        ...(await rows<Ware>(
          db,
          sql`select id, code from catalogue_services where category = 'social' order by id`,
        )),
      );
    return wares.pop() as Ware;
  }

  /** A call of handler_api.php about a ware. */
  async function bots({ key }: ApiBuyer, action: string, { code }: Ware, rest = {}): Promise<string> {
    const query = new URLSearchParams({
      api_key: key,
      action,
      service: code,
      country: String(DOORS_COUNTRY),
      ...rest,
    });
    return (await app.request(`/stubs/handler_api.php?${query}`)).text();
  }

  async function call(
    { key }: ApiBuyer,
    method: "GET" | "POST",
    path: string,
    body?: unknown,
  ): Promise<string> {
    const headers = {
      authorization: `Bearer ${key}`,
      "idempotency-key": crypto.randomUUID(),
      "content-type": "application/json",
    };
    const sent = method === "GET" ? {} : { body: JSON.stringify(body) };
    return (await app.request(path, { method, headers, ...sent })).text();
  }

  const doors: Readonly<Record<(typeof doorNames)[number], Door>> = {
    getNumber: (buyer, ware) => bots(buyer, "getNumber", ware),
    getNumberV2: (buyer, ware) => bots(buyer, "getNumberV2", ware),
    "getNumber with a wish": (buyer, ware) => bots(buyer, "getNumber", ware, { exceptProviderIds: "999999" }),
    "POST /api/v1/activations": (buyer, { code }) =>
      call(buyer, "POST", "/api/v1/activations", { service: code, country: DOORS_COUNTRY }),
    "the site's own call": (buyer, { code }) =>
      call(buyer, "POST", `/api/sms-users/get-number/${DOORS_COUNTRY}/${code}`),
  };
  return { app, doors, bots, call, freshWare };
}

/** What a buyer of the market below has at the start, in kopecks. */
export const PURSE_KOPECKS = 1_000_000;

/**
 * A market whose prices are its costs, for a suite about what purchases cost: the catalogue, no margin, and an agent that claims to have
 * numbers and never gives one. `offer` puts three numbers of a ware on sale at a cost in kopecks; with `soldOut()` they are that agent's.
 */
export function marketAtCost(db: Db) {
  const agent = createServer((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end('{"status":"NO_NUMBERS"}'),
  );
  beforeAll(async () => {
    await withTransaction(db, seedCatalogue);
    await withTransaction(db, seedPolicy);
    await withTransaction(db, (tx) =>
      setMargin(tx, { serviceId: null, countryId: null, retailBp: 0, wholesaleBp: 0 }),
    );
    await new Promise<void>((resolve) => agent.listen(0, "127.0.0.1", resolve));
  });
  afterAll(async () => {
    await lateAnswersSettled();
    agent.closeAllConnections();
    agent.close();
  });
  return {
    offer: (ware: Ware, costKopecks: number, input: object = {}) =>
      givenOffer(db, {
        ...{ countryId: DOORS_COUNTRY, serviceId: ware.id, priceKopecks: costKopecks, costKopecks, count: 3 },
        ...input,
      }),
    soldOut: () => ({
      kind: "agent" as const,
      baseUrl: `http://127.0.0.1:${(agent.address() as AddressInfo).port}/`,
    }),
    spent: async ({ userId }: ApiBuyer) => PURSE_KOPECKS - (await getBalance(db, userId)).availableKopecks,
  };
}
