import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
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
