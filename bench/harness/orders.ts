import { COUNTRIES, SERVICES } from "#bench/harness/market.ts";
import type { BenchDb } from "#bench/harness/server.ts";
import { rows } from "#lib/db/query.ts";

export type OpenOrder = { id: number; userId: number; number: number };

/** One waiting order of own stock for each of the users 1..n, spread over the offers. Another `name` buys another one. */
export async function buyForEach(db: BenchDb, users: number, name = "first"): Promise<OpenOrder[]> {
  const services = SERVICES.to - SERVICES.from + 1;
  return rows<OpenOrder>(db.owner, {
    text: `select b.activation_id as id, u as "userId", b.number
      from generate_series(1, $1::bigint) u,
        activations_buy_one(u, $6 || ':' || u, 'none', ($2 + u % $3)::int, ($4 + u / $3 % $5)::int, 'any', null, 'api', 20, '{}', '{}', '{}') b`,
    values: [users, SERVICES.from, services, COUNTRIES.from, COUNTRIES.to, name],
  });
}
