import { identityErrors } from "#features/identity/identity.errors.ts";
import type { Credentials } from "#features/identity/identity.reads.ts";
import { verifyPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { clearAttempts, takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { AppError } from "#lib/errors/app-error.ts";

/**
 * Asks a signed-in user for the password again, before something that must not be done with a borrowed session.
 * The attempt is counted before it is compared. Throws PASSWORD_WRONG, TOO_MANY_ATTEMPTS.
 */
export async function proveOwnPassword(db: Db, user: Credentials, password: string): Promise<void> {
  const bucket = { name: "password-again", subject: String(user.userId) } as const;
  await takeAttempts(db, [bucket]);
  if (!(await verifyPassword(user.passwordHash, password))) throw new AppError(identityErrors.PASSWORD_WRONG);
  await clearAttempts(db, bucket);
}
