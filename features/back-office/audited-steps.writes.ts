import { type Staff, staffOf } from "#features/back-office/back-office.rules.ts";
import { type Answered, once } from "#features/back-office/requests.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** Who does it, under which idempotency key, and why. */
export type StaffCall = {
  readonly staff: Staff;
  readonly idempotencyKey: string;
  readonly reason: string;
};

/** The call as a route of the desk gets it; the gate has proven who asks. */
export function callOf(asked: {
  readonly actor: UserActor;
  readonly ip: string;
  readonly idempotencyKey: string;
  readonly body: { readonly reason: string };
}): StaffCall {
  const { actor, ip, idempotencyKey, body } = asked;
  return { staff: staffOf(actor, ip), idempotencyKey, reason: body.reason };
}

export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

type Step<Answer> = {
  readonly action: string;
  /** Everything that decides what it does. */
  readonly input: readonly unknown[];
  readonly work: (tx: Tx) => Promise<Answer>;
  /** What of the answer is kept for a repeated call; all of it when left out. */
  readonly strip?: (answer: Answer) => Answer;
  /** Of the audit entry: what it is about, and facts; never a secret. */
  readonly recordOf: (answer: Answer) => { subject: string; details: AuditDetails };
};

/** A step of the staff with its audit entry, once per idempotency key. Throws IDEMPOTENCY_MISMATCH, and what the work does. */
export function actOnce<Answer>(
  db: Db,
  { staff, idempotencyKey, reason }: StaffCall,
  { action, input, work, strip, recordOf }: Step<Answer>,
): Promise<Answered<Answer>> {
  const call = { actorId: staff.staffId, key: idempotencyKey, input: [action, ...input, reason] };
  return withTransaction(db, (tx) =>
    once(
      tx,
      call,
      async () => {
        const answer = await work(tx);
        const { subject, details } = recordOf(answer);
        await recordAction(tx, {
          ...{ actorId: staff.staffId, action, subject, ip: staff.ip },
          details: { ...details, reason },
        });
        return answer;
      },
      strip,
    ),
  );
}
