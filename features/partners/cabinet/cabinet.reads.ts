import { listLentUnits } from "#features/activations/activations.reads.ts";
import type { CabinetOverview } from "#features/partners/cabinet/cabinet.contract.ts";
import { problemsOf } from "#features/partners/cabinet/cabinet.rules.ts";
import { readEarnings } from "#features/partners/earnings/earnings.reads.ts";
import { listRentedNumbers } from "#features/rentals/rentals.reads.ts";
import { listUnknownWords } from "#features/supply/dialects/unknown-words.reads.ts";
import { sumSuppliers } from "#features/supply/health/figures.reads.ts";
import { countPartnerNumbers } from "#features/supply/inventory/partner-numbers.reads.ts";
import {
  findOperatedSupplier,
  listRetiredKeys,
} from "#features/supply/operation/operated-suppliers.reads.ts";
import { operationState } from "#features/supply/operation.rules.ts";
import type { PartnerSupplier } from "#features/supply/partner-suppliers.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** More open orders than this are not looked for at once. */
const LENT_MAX = 20_000;

/** A partner's numbers that somebody uses now, by a single SMS or a rental. */
export async function listLentNumbers(db: Db, supplierId: number): Promise<number[]> {
  const [lent, rented] = await Promise.all([
    listLentUnits(db, supplierId, LENT_MAX),
    listRentedNumbers(db, supplierId, LENT_MAX),
  ]);
  return [...new Set([...lent, ...rented].map(({ number }) => Number(number)))];
}

/** Until when replaced keys of a supplier are still taken; null = there is none. */
export async function oldKeyUntil(db: Queryable, supplierId: number): Promise<string | null> {
  return (await listRetiredKeys(db, supplierId)).at(-1)?.takenUntil.toISOString() ?? null;
}

/** What a partner's own supplier does at this moment. Throws NOT_FOUND when it is gone. */
export async function readCabinetOverview(
  db: Db,
  userId: UserId,
  { id, code }: PartnerSupplier,
): Promise<CabinetOverview> {
  const lent = await listLentNumbers(db, id);
  const [supplier, counts, sums, words, keyUntil, earnings] = await Promise.all([
    findOperatedSupplier(db, code),
    countPartnerNumbers(db, { supplierId: id, lent }),
    sumSuppliers(db, [id], { minutes: 60 }),
    listUnknownWords(db),
    oldKeyUntil(db, id),
    readEarnings(db, userId),
  ]);
  if (!supplier) throw new AppError(apiErrors.NOT_FOUND);
  const unknown = words.filter(({ supplierId }) => supplierId === id).length;
  return {
    code,
    state: operationState(supplier),
    isSelling: supplier.healthy && counts.onSaleCount > 0,
    lastCallAt: supplier.lastSuccessAt?.toISOString() ?? null,
    counts,
    earnings: {
      todayKopecks: earnings.todayKopecks,
      pendingKopecks: earnings.pendingKopecks,
      availableKopecks: earnings.availableKopecks,
    },
    smsLastHourCount: sums.get(id)?.sms ?? 0,
    problems: problemsOf(supplier, counts, unknown),
    oldKeyUntil: keyUntil,
  };
}
