import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import { readPolicy } from "#features/policy/policy.reads.ts";
import { type Withholds, withholding } from "#features/supply/matching/withheld.rules.ts";
import type { Db } from "#lib/db/pool.ts";

/** What says whose an SMS is. */
export type SmsRules = { readonly catalogue: Catalogue; readonly withholds: Withholds };

/**
 * The rules of now. Read before the transaction that gives SMS to their orders: within it this would wait for a second connection, which
 * transactions like it may hold. Rejects where the policy cannot be read.
 */
export async function readSmsRules(db: Db): Promise<SmsRules> {
  const [catalogue, policy] = await Promise.all([readCatalogue(db), readPolicy(db)]);
  return { catalogue, withholds: withholding(catalogue, policy) };
}
