import sql from "sql-template-tag";
import { registerSupplier, setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { seal } from "#lib/sealed-text.ts";

export type SupplierInput = {
  readonly kind?: "own" | "agent";
  /** Where an agent listens. */
  readonly baseUrl?: string;
  readonly honoursClientId?: boolean;
  /** False: it was never asked, so that nobody judges its health when a test moves the clock. */
  readonly answered?: boolean;
};

export type GivenSupplier = { readonly supplierId: number; readonly pushKey: string };

/** A supplier, which has just answered well, and the key that it pushes SMS with. */
export async function givenSupplier(db: Db, input: SupplierInput = {}): Promise<GivenSupplier> {
  const { kind = "own", baseUrl = "http://127.0.0.1:9/", honoursClientId = false, answered = true } = input;
  const pushKey = crypto.randomUUID();
  const code = `s-${pushKey.slice(0, 8)}`;
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into supply_suppliers (code, name, kind, base_url, sealed_key, push_key_hash, honours_client_id, last_success_at)
        values (${code}, ${code}, ${kind}, ${kind === "agent" ? baseUrl : null}, ${seal("agent-key")},
          encode(sha256(convert_to(${pushKey}, 'UTF8')), 'hex'), ${honoursClientId},
          case when ${answered} then app_now() end) returning id`,
  );
  return { supplierId: id, pushKey };
}

/** A supplier of own stock that has told no number yet, with what one service costs in one country. Answers the key it reports with. */
export async function givenReportingSupplier(
  db: Db,
  cost: { readonly serviceId: number; readonly countryId: number; readonly costKopecks: number },
): Promise<string> {
  const key = crypto.randomUUID();
  const code = `s-${key.slice(0, 8)}`;
  await withTransaction(db, async (tx) => {
    const supplierId = await registerSupplier(tx, { code, name: code, key, kind: "own" });
    await setSupplierPrices(tx, supplierId, [{ ...cost, costKopecks: kopecks(cost.costKopecks) }]);
  });
  return key;
}
