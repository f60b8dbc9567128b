import sql from "sql-template-tag";
import { hashPartnerKey } from "#features/supply/authenticate-partner.gate.ts";
import type { WordTable } from "#features/supply/dialects/dialects.rules.ts";
import type { Dialect } from "#features/supply/supply.rules.ts";
import type { UpstreamCurrency } from "#features/supply/upstream-money.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";
import { seal } from "#lib/sealed-text.ts";

export type NewSupplier = {
  readonly code: string;
  readonly name: string;
  /** The key of both directions: sealed for our calls, hashed to know the partner's. */
  readonly key: string;
  readonly honoursClientId?: boolean;
  readonly dialect?: Dialect;
  /** Left out: SMSHub's words for countries from an agent, ids from an upstream, our slugs from own stock. */
  readonly wordTable?: WordTable;
} & (
  | { readonly kind: "agent"; readonly baseUrl: string }
  | { readonly kind: "own" }
  | {
      readonly kind: "upstream";
      readonly baseUrl: string;
      readonly currency: UpstreamCurrency;
      readonly rateKopecks: number;
    }
);

const noMoney = { currency: null, rateKopecks: null };

/** Takes a supplier on, or changes its address, key and ways; its state and history stay. Answers its id. */
export async function registerSupplier(tx: Tx, supplier: NewSupplier): Promise<number> {
  const baseUrl = supplier.kind === "own" ? null : supplier.baseUrl;
  const { currency, rateKopecks } = supplier.kind === "upstream" ? supplier : noMoney;
  const { id } = await one<{ id: number }>(
    tx,
    sql`insert into supply_suppliers (code, name, kind, base_url, sealed_key, push_key_hash, honours_client_id, dialect, word_table,
          currency, rate_kopecks)
        values (${supplier.code}, ${supplier.name}, ${supplier.kind}, ${baseUrl}, ${seal(supplier.key)},
          ${hashPartnerKey(supplier.key)}, ${supplier.honoursClientId ?? false}, ${JSON.stringify(supplier.dialect ?? {})}::jsonb,
          ${supplier.wordTable ?? null}, ${currency}, ${rateKopecks})
        on conflict (code) do update
          set name = excluded.name, base_url = excluded.base_url, sealed_key = excluded.sealed_key,
              push_key_hash = excluded.push_key_hash, honours_client_id = excluded.honours_client_id,
              dialect = excluded.dialect, word_table = excluded.word_table, currency = excluded.currency,
              rate_kopecks = excluded.rate_kopecks, poll_due_at = app_now()
        returning id`,
  );
  return id;
}

export type SupplierPrice = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly costKopecks: Kopecks;
};

/** Sets what we pay a supplier; offers follow with its next report. Prices that are not named stay. */
export async function setSupplierPrices(
  tx: Tx,
  supplierId: number,
  prices: readonly SupplierPrice[],
): Promise<void> {
  await execute(
    tx,
    sql`insert into supply_prices as p (supplier_id, service_id, country_id, cost_kopecks)
        select ${supplierId}, given.service_id, given.country_id, given.cost
        from unnest(${prices.map(({ serviceId }) => serviceId)}::integer[],
          ${prices.map(({ countryId }) => countryId)}::integer[],
          ${prices.map(({ costKopecks }) => costKopecks)}::bigint[]) as given(service_id, country_id, cost)
        on conflict (supplier_id, service_id, country_id) do update set cost_kopecks = excluded.cost_kopecks
          where p.cost_kopecks <> excluded.cost_kopecks`,
  );
}
