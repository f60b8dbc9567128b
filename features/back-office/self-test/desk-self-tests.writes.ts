import type { Staff } from "#features/back-office/back-office.rules.ts";
import { once } from "#features/back-office/requests.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { startSelfTest } from "#features/supply/self-test/self-tests.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/**
 * Asks for a run of a supplier's self-test, with its audit entry. Throws SUPPLIER_NOT_FOUND, SUPPLIER_ENDED, SELF_TEST_RUNNING,
 * SELF_TEST_TOO_OFTEN, IDEMPOTENCY_MISMATCH.
 */
export function startSelfTestAtDesk(
  db: Db,
  code: string,
  { staff, idempotencyKey, numbersMax }: { staff: Staff; idempotencyKey: string; numbersMax: number },
): Promise<{ id: number; replayed: boolean }> {
  const action = "supplier.self-test";
  return withTransaction(db, async (tx) => {
    const call = { actorId: staff.staffId, key: idempotencyKey, input: [action, code, numbersMax] };
    const { answer, replayed } = await once(tx, call, async () => {
      // The staff's keys and the partner's own are apart.
      const own = `desk:${staff.staffId}:${idempotencyKey}`;
      const { id } = await startSelfTest(tx, { code, idempotencyKey: own, numbersMax });
      const subject = `supplier:${code}`;
      await recordAction(tx, { actorId: staff.staffId, action, subject, ip: staff.ip, details: { run: id } });
      return { id };
    });
    return { id: answer.id, replayed };
  });
}
