import sql from "sql-template-tag";
import type { UserActor } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { seal, unseal } from "#lib/sealed-text.ts";

/** A write that is done once, however often it is asked for. */
export type KeyedWrite = {
  readonly actor: UserActor;
  readonly idempotencyKey: string;
  /** The operation's name, for people who look. */
  readonly operation: string;
  readonly inputHash: string;
};

/** Keys of a live caller are those of the account; a sandbox has its own. */
function sandboxOf({ key }: UserActor): number {
  return key?.isSandbox ? key.keyId : 0;
}

/**
 * Does a write and keeps its answer with its key in one transaction; the same key answers the same again. A write that
 * throws leaves nothing behind, so its key may be tried again. `work` must do nothing but talk to `tx`. What `strip` takes
 * away is not kept: a repeated answer is without it. Throws IDEMPOTENCY_MISMATCH (the key stands for something else), IDEMPOTENCY_IN_FLIGHT (it is being done right now), and what
 * `work` throws.
 */
export function answerOnce<Answer>(
  db: Db,
  write: KeyedWrite,
  work: (tx: Tx) => Promise<Answer>,
  strip: (answer: Answer) => Answer = (answer) => answer,
): Promise<{ answer: Answer; isReplayed: boolean }> {
  const { actor, idempotencyKey } = write;
  const sandboxKeyId = sandboxOf(actor);
  return withTransaction(db, async (tx) => {
    await lockKey(tx, `${actor.userId} ${sandboxKeyId} ${idempotencyKey}`);
    const known = await maybeOne<{ inputHash: string; sealedAnswer: string }>(
      tx,
      sql`select input_hash as "inputHash", sealed_answer as "sealedAnswer" from idempotency_answers
          where user_id = ${actor.userId} and sandbox_key_id = ${sandboxKeyId} and idempotency_key = ${idempotencyKey}`,
    );
    if (known) {
      if (known.inputHash !== write.inputHash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
      return { answer: JSON.parse(unseal(known.sealedAnswer)) as Answer, isReplayed: true };
    }
    const answer = await work(tx);
    await execute(
      tx,
      sql`insert into idempotency_answers (user_id, sandbox_key_id, idempotency_key, operation, input_hash, sealed_answer)
          values (${actor.userId}, ${sandboxKeyId}, ${idempotencyKey}, ${write.operation}, ${write.inputHash},
            ${seal(JSON.stringify(strip(answer)))})`,
    );
    return { answer, isReplayed: false };
  });
}

/** Nobody waits here: whoever finds the key taken is told so, and no connection is held meanwhile. */
async function lockKey(tx: Tx, name: string): Promise<void> {
  const { isTaken } = await one<{ isTaken: boolean }>(
    tx,
    sql`select pg_try_advisory_xact_lock(hashtextextended('buyer-api-answer:' || ${name}, 0)) as "isTaken"`,
  );
  if (!isTaken) throw new AppError(apiErrors.IDEMPOTENCY_IN_FLIGHT, { headers: { "retry-after": "1" } });
}

/** Forgets answers whose time is over, oldest first; answers how many. */
export async function forgetOldAnswers(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from idempotency_answers where (user_id, sandbox_key_id, idempotency_key) in (
          select user_id, sandbox_key_id, idempotency_key from idempotency_answers
          where expires_at <= app_now() order by expires_at limit ${limit})`,
  );
}

/** Forgets the answers of a sandbox that begins anew: the same keys begin anew too. */
export async function forgetSandboxAnswers(db: Queryable, userId: number, keyId: number): Promise<void> {
  await execute(
    db,
    sql`delete from idempotency_answers where user_id = ${userId} and sandbox_key_id = ${keyId}`,
  );
}
