import sql from "sql-template-tag";
import type { ReorderRefusal } from "#features/activations/reorder/reorder.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** What the number of a finished order costs for the same service again now, or why it cannot be had. */
export async function judgeAgain(
  db: Db,
  userId: number,
  orderId: number,
  excludedSuppliers: readonly number[],
): Promise<{ refusal: ReorderRefusal } | { refusal: null; priceKopecks: Kopecks }> {
  const judged = await one<{ outcome: "go" | ReorderRefusal; price: number | null }>(
    db,
    sql`select outcome, price_kopecks as price
        from activations_judge_again(${userId}, ${orderId}, ${excludedSuppliers}::int[])`,
  );
  if (judged.outcome !== "go") return { refusal: judged.outcome };
  return { refusal: null, priceKopecks: kopecks(judged.price as number) };
}
