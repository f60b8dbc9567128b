import { defineErrors } from "#lib/errors/app-error.ts";

export const statementErrors = defineErrors({
  PERIOD_REVERSED: { status: 400, messageKey: "ledger.errors.periodReversed", retryable: false },
  /** Details carry `days`, the longest period. */
  PERIOD_TOO_LONG: { status: 400, messageKey: "ledger.errors.periodTooLong", retryable: false },
  /** Only for PDF; details carry `lines`, the most that one holds. */
  TOO_MANY_LINES: { status: 422, messageKey: "ledger.errors.tooManyLines", retryable: false },
});
