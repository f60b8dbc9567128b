import type { Catalogue } from "#features/catalogue/catalogue.rules.ts";
import type { ImportReport } from "#features/partners/sim-cards/sim-cards.contract.ts";
import { holdNumbers, releaseNumbers } from "#features/supply/inventory/held-numbers.writes.ts";
import { reportNumbersWithin } from "#features/supply/inventory/inventory.writes.ts";
import type { ReadFile } from "#features/supply/inventory/number-import.rules.ts";
import { listOwnedNumbers } from "#features/supply/inventory/partner-numbers.reads.ts";
import { sortNumbers } from "#features/supply/inventory/reported-numbers.rules.ts";
import { reportRentNumbersWithin } from "#features/supply/rent/rent.writes.ts";
import { getCallingSupplier } from "#features/supply/supply.reads.ts";
import type { Tx } from "#lib/db/pool.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

const steps = { hold: holdNumbers, release: releaseNumbers };

/** Takes a partner's own numbers off sale, or puts them on again; all or none. Throws NOT_FOUND for a number that is not the partner's. */
export async function stepSimCards(
  tx: Tx,
  supplierId: number,
  step: keyof typeof steps,
  numbers: readonly number[],
): Promise<{ changedCount: number }> {
  const wanted = [...new Set(numbers)];
  const own = await listOwnedNumbers(tx, supplierId, wanted);
  if (own.length < wanted.length) throw new AppError(apiErrors.NOT_FOUND);
  return { changedCount: await steps[step](tx, supplierId, wanted) };
}

/** Numbers of 300 services are many units: so many a statement. */
const NUMBERS_PER_STATEMENT = 250;

/** Takes what can be taken of a partner's file as its program would report it; says of every other line why not. */
export async function importSimCards(
  tx: Tx,
  supplierId: number,
  catalogue: Catalogue,
  file: ReadFile,
): Promise<ImportReport> {
  const supplier = await getCallingSupplier(tx, supplierId);
  const { accepted, refused } = sortNumbers(
    catalogue,
    supplier,
    file.read.map(({ number }) => number),
  );
  let putOnSaleCount = 0;
  const taken: number[] = [];
  // Those for rent first: theirs is the stricter lock, and two imports that both hold the other one would wait for each other.
  for (const isForRent of [true, false]) {
    const numbers = accepted.filter(({ rent }) => rent === isForRent);
    const report = isForRent ? reportRentNumbersWithin : reportNumbersWithin;
    for (let from = 0; from < numbers.length; from += NUMBERS_PER_STATEMENT) {
      const done = await report(tx, supplierId, numbers.slice(from, from + NUMBERS_PER_STATEMENT), []);
      putOnSaleCount += done.putOnSale;
      taken.push(...done.taken);
    }
  }
  const lineOf = new Map(file.read.map(({ line, text, number }) => [number.number, { line, text }]));
  const lines = [
    ...file.refused,
    ...refused.map(({ number, error, word }) => ({
      ...(lineOf.get(number) ?? { line: 1, text: String(number) }),
      problem: error,
      ...(word === undefined ? {} : { word }),
    })),
    ...taken.map((number) => ({
      ...(lineOf.get(number) ?? { line: 1, text: String(number) }),
      problem: "NUMBER_TAKEN" as const,
    })),
  ].toSorted((a, b) => a.line - b.line);
  return {
    linesCount: file.linesCount,
    takenCount: file.linesCount - lines.length,
    putOnSaleCount,
    refused: lines,
  };
}
