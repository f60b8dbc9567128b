import sql from "sql-template-tag";
import { type UnknownWord, unknownWordLimits } from "#features/supply/dialects/unknown-words.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

export type KeptUnknownWord = UnknownWord & {
  readonly supplierId: number;
  /** Reports that said it, counted at most once a minute. */
  readonly reportsCount: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
};

/** What suppliers said in the last days that nobody understood: of each supplier by kind, most numbers first. */
export async function listUnknownWords(db: Queryable): Promise<KeptUnknownWord[]> {
  return rows<KeptUnknownWord>(
    db,
    sql`select supplier_id as "supplierId", kind, word, stock, reports_count as "reportsCount",
          first_at as "firstAt", last_at as "lastAt"
        from supply_unknown_words where last_at >= app_now() - make_interval(days => ${unknownWordLimits.days})
        order by supplier_id, kind, stock desc, word`,
  );
}
