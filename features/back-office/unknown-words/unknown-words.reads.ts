import type { UnknownWordList } from "#features/back-office/unknown-words/unknown-words.contract.ts";
import { listUnknownWords } from "#features/supply/dialects/unknown-words.reads.ts";
import { unknownWordLimits, wordKinds } from "#features/supply/dialects/unknown-words.rules.ts";
import { listSuppliers } from "#features/supply/supply.reads.ts";
import type { Db } from "#lib/db/pool.ts";

/** The suppliers that said words which nobody understood, with the words; in the order in which suppliers were taken on. */
export async function listUnknownWordViews(db: Db): Promise<UnknownWordList> {
  const [suppliers, words] = await Promise.all([listSuppliers(db), listUnknownWords(db)]);
  const wordsOf = Map.groupBy(words, ({ supplierId }) => supplierId);
  const items = suppliers.flatMap(({ id, code, name, kind, wordTable }) => {
    const unknown = wordsOf.get(id);
    if (!unknown) return [];
    const views = unknown.map(({ supplierId: _, firstAt, lastAt, ...word }) => ({
      ...word,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    }));
    const countOf = (wanted: string) => unknown.filter((one) => one.kind === wanted).length;
    const fullKinds = wordKinds.filter((one) => countOf(one) >= unknownWordLimits.wordsPerKind);
    return [{ id, code, name, kind, wordTable, words: views, fullKinds }];
  });
  return { items };
}
