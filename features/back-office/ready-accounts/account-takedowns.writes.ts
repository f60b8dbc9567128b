import { actOnce, type StaffCall } from "#features/back-office/audited-steps.writes.ts";
import { type Answered, once } from "#features/back-office/requests.writes.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { readyAccountErrors } from "#features/ready-accounts/ready-accounts.errors.ts";
import {
  clearTakedown,
  liftTakedown,
  takeDownService,
} from "#features/ready-accounts/takedown/takedown.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

const subjectOf = (id: number) => `account-takedown:${id}`;

type TakenDownAnswer = { id: number; stoppedCount: number; withdrawnCount: number };

/**
 * Takes the accounts of a service off sale, once per key, with its audit entry; then gives held orders their money back. A repeated call
 * goes on where an earlier one was cut off, as the sweep does. Throws SERVICE_NOT_FOUND, IDEMPOTENCY_MISMATCH.
 */
export async function takeDownAccounts(
  db: Db,
  serviceCode: string,
  { staff: { staffId, ip }, idempotencyKey, reason }: StaffCall,
): Promise<Answered<TakenDownAnswer>> {
  const serviceId = (await readCatalogue(db)).serviceByCode.get(serviceCode)?.id;
  if (serviceId === undefined) throw new AppError(readyAccountErrors.SERVICE_NOT_FOUND);
  const input = ["take down accounts", serviceId, reason];
  const answered = await withTransaction(db, (tx) =>
    once(tx, { actorId: staffId, key: idempotencyKey, input }, async () => {
      const { wasDown, ...down } = await takeDownService(tx, { serviceId, staffId, reason });
      const { id, ...counts } = down;
      if (!wasDown)
        await recordAction(tx, {
          ...{ actorId: staffId, action: "accountTakedown.set", subject: subjectOf(id), ip },
          details: { service: serviceCode, ...counts, reason },
        });
      return down;
    }),
  );
  forgetPolicy(db);
  await clearTakedown(db, answered.answer.id);
  return answered;
}

/** Lets the accounts of a service be sold again. Throws TAKEDOWN_NOT_FOUND, IDEMPOTENCY_MISMATCH. */
export async function liftAccountTakedown(
  db: Db,
  id: number,
  call: StaffCall,
): Promise<Answered<{ id: number }>> {
  const answered = await actOnce(db, call, {
    action: "accountTakedown.lift",
    input: [id],
    work: async (tx) => {
      await liftTakedown(tx, { id, staffId: call.staff.staffId, reason: call.reason });
      return { id };
    },
    recordOf: () => ({ subject: subjectOf(id), details: {} }),
  });
  forgetPolicy(db);
  return answered;
}
