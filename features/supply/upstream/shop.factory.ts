import type { ServerResponse } from "node:http";
import sql from "sql-template-tag";
import { registerSupplier } from "#features/supply/suppliers.writes.ts";
import type { NumberOrder } from "#features/supply/supply.gateway.ts";
import { recordOffers } from "#features/supply/supply.writes.ts";
import type { UpstreamCurrency } from "#features/supply/upstream-money.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { givenServer } from "#lib/testing/http-server.ts";

type Said = string | ((parameters: URLSearchParams, response: ServerResponse) => string | undefined);
type ShopInput = { readonly currency?: UpstreamCurrency; readonly rateKopecks?: number };

const INDONESIA = 6;
const TELEGRAM = 52;
let serial = 0;

/**
 * Another shop that answers each action as `says` has it (text, or a function that answers by itself), BAD_ACTION to any other; a supplier
 * of it with an offer of Telegram in Indonesia for 12.50, and what it was asked.
 */
export async function givenShop(db: Db, input: ShopInput = {}) {
  serial += 1;
  const says: Record<string, Said> = {};
  const server = await givenServer(({ path }, response) => {
    const parameters = new URL(path, "http://shop.test").searchParams;
    const said = says[parameters.get("action") ?? ""] ?? "BAD_ACTION";
    const text = typeof said === "string" ? said : said(parameters, response);
    if (text !== undefined) response.writeHead(200, { "content-type": "text/html" }).end(text);
  });
  const { currency = "RUB", rateKopecks = 100 } = input;
  const code = `shop-${serial}`;
  const supplierId = await withTransaction(db, async (tx) => {
    const id = await registerSupplier(tx, {
      ...{ code, name: code, key: `${code}-key-of-ours`, kind: "upstream", baseUrl: server.url },
      ...{ currency, rateKopecks },
    });
    const offer = { serviceId: TELEGRAM, countryId: INDONESIA, operator: "any", count: 5 };
    await recordOffers(tx, id, [{ ...offer, costKopecks: kopecks(1_250) }]);
    return id;
  });
  await execute(db, sql`update supply_suppliers set last_success_at = app_now() where id = ${supplierId}`);
  const { id: offerId } = await one<{ id: number }>(
    db,
    sql`select id from supply_offers where supplier_id = ${supplierId}`,
  );
  const order = (activationId: number): NumberOrder => ({
    ...{ activationId, supplierId, offerId, countryId: INDONESIA, serviceId: TELEGRAM },
    ...{ operator: "any", costKopecks: kopecks(1_250) },
  });
  const asked = (action: string) =>
    server.requests
      .map(({ path }) => new URL(path, "http://shop.test").searchParams)
      .filter((parameters) => parameters.get("action") === action);
  return { supplierId, code, says, order, asked };
}

/** An entry of getActiveActivations. */
export function activeEntry(activationId: number, phoneNumber: string, more: object = {}): object {
  return {
    ...{ activationId: String(activationId), serviceCode: "tg", phoneNumber, activationCost: "12.50" },
    ...{ activationStatus: "4", smsCode: null, countryCode: "6", currency: 643 },
    ...more,
  };
}

/** That list. */
export const activeList = (...entries: object[]): string =>
  entries.length === 0 ? "NO_ACTIVATIONS" : JSON.stringify({ status: "success", activeActivations: entries });
