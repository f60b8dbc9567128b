import sql from "sql-template-tag";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Queryable, Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** What a call of the staff is known by. `input` is everything that decides what it does, its own name first. */
export type KeyedCall = {
  readonly actorId: number;
  readonly key: string;
  readonly input: readonly unknown[];
};

export type Answered<Answer> = { readonly answer: Answer; readonly replayed: boolean };

/**
 * Does `work` once per key: the key is stored in the same transaction as its effect, a second call waits for the first and
 * gets its answer, without what `strip` takes away. Throws IDEMPOTENCY_MISMATCH when the key belongs to another call.
 */
export async function once<Answer>(
  tx: Tx,
  { actorId, key, input }: KeyedCall,
  work: () => Promise<Answer>,
  strip: (answer: Answer) => Answer = (answer) => answer,
): Promise<Answered<Answer>> {
  const hash = inputHash("desk", ...input);
  const isFirst = await execute(
    tx,
    sql`insert into back_office_requests (actor_id, idempotency_key, input_hash) values (${actorId}, ${key}, ${hash})
        on conflict do nothing`,
  );
  if (isFirst === 0) {
    const known = await one<{ inputHash: string; answer: Answer }>(
      tx,
      sql`select input_hash as "inputHash", answer from back_office_requests
          where actor_id = ${actorId} and idempotency_key = ${key}`,
    );
    if (known.inputHash !== hash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
    return { answer: known.answer, replayed: true };
  }
  const answer = await work();
  await execute(
    tx,
    sql`update back_office_requests set answer = ${JSON.stringify(strip(answer))}::jsonb
        where actor_id = ${actorId} and idempotency_key = ${key}`,
  );
  return { answer, replayed: false };
}

const KEPT_DAYS = 60;

/** Removes keys that nobody repeats any more; what they did is kept once by other constraints. Answers how many. */
export function forgetOldRequests(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from back_office_requests where (actor_id, idempotency_key) in (
          select actor_id, idempotency_key from back_office_requests
          where created_at < app_now() - make_interval(days => ${KEPT_DAYS}) limit ${limit})`,
  );
}
