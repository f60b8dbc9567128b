import sql from "sql-template-tag";
import type { CountryWords } from "#features/supply/dialects/dialects.rules.ts";
import {
  sumWords,
  type UnknownWord,
  unknownWordLimits,
  wordsWithRoom,
} from "#features/supply/dialects/unknown-words.rules.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log.ts";

/**
 * Counts the words of a report that nobody understands, and logs each new one once. Never throws: a report is worth more than the list
 * of what was left out of it.
 */
export async function recordUnknownWords(
  db: Db,
  supplierId: number,
  said: readonly UnknownWord[],
): Promise<void> {
  const words = sumWords(said);
  if (words.length === 0) return;
  try {
    const fresh = await withTransaction(db, (tx) => countWords(tx, supplierId, words));
    for (const { kind, word, stock } of fresh)
      log.warn({ supplierId, kind, word, stock }, "a supplier's word is not understood: not on sale");
  } catch (error) {
    log.warn({ supplierId, error: (error as Error).message }, "unknown words could not be recorded");
  }
}

/** Answers the new ones. */
async function countWords(
  tx: Tx,
  supplierId: number,
  words: readonly UnknownWord[],
): Promise<readonly UnknownWord[]> {
  // One report of a supplier at a time, so that two at once do not exceed the bounds.
  await execute(tx, sql`select from supply_suppliers where id = ${supplierId} for no key update`);
  await execute(
    tx,
    sql`delete from supply_unknown_words
        where supplier_id = ${supplierId} and last_at < app_now() - make_interval(days => ${unknownWordLimits.days})`,
  );
  const kept = await rows<Pick<UnknownWord, "kind" | "word">>(
    tx,
    sql`select kind, word from supply_unknown_words where supplier_id = ${supplierId}`,
  );
  const { known, fresh } = wordsWithRoom(words, kept);
  const given = [...known, ...fresh];
  await execute(
    tx,
    sql`insert into supply_unknown_words as w (supplier_id, kind, word, stock)
        select ${supplierId}, said.kind, said.word, said.stock
        from unnest(${given.map(({ kind }) => kind)}::text[], ${given.map(({ word }) => word)}::text[],
          ${given.map(({ stock }) => stock)}::bigint[]) as said(kind, word, stock)
        on conflict (supplier_id, kind, word) do update
          set stock = excluded.stock, reports_count = w.reports_count + 1, last_at = app_now()
          where w.last_at < app_now() - interval '1 minute'`,
  );
  return fresh;
}

/** Keeps an agent's own words for countries; written only when they have changed. */
export async function recordCountryWords(tx: Tx, supplierId: number, words: CountryWords): Promise<void> {
  const given = JSON.stringify(words);
  await execute(
    tx,
    sql`update supply_suppliers set country_words = ${given}::jsonb
        where id = ${supplierId} and country_words <> ${given}::jsonb`,
  );
}
