import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Days of a query (UTC), either of which may be open. Throws PERIOD_REVERSED. */
export function checkDays({ from, to }: { from?: string | undefined; to?: string | undefined }): void {
  if (from && to && from > to) throw new AppError(statementErrors.PERIOD_REVERSED);
}
