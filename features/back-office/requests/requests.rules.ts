import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** The key that a call which moves money must carry. Throws VALIDATION without one. */
export function needRequestKey(idempotencyKey: string | null): string {
  if (idempotencyKey !== null) return idempotencyKey;
  const problems = [{ path: "Idempotency-Key", problem: "this header is required" }];
  throw new AppError(apiErrors.VALIDATION, { details: { problems } });
}
