import { spendCaptcha } from "#features/identity/captcha/writes.ts";
import { identityErrors } from "#features/identity/errors.ts";
import { verifyPassword } from "#features/identity/passwords/gateway.ts";
import { findCredentials } from "#features/identity/reads.ts";
import { findPendingHash } from "#features/identity/registration/reads.ts";
import { requireEmail } from "#features/identity/registration/writes.ts";
import { hasSecondFactor } from "#features/identity/second-factor/reads.ts";
import { openChallenge } from "#features/identity/second-factor/writes.ts";
import { endSessionOf, openSession } from "#features/identity/sessions/writes.ts";
import { readThrottle } from "#features/identity/throttle/reads.ts";
import { type Bucket, networkOf } from "#features/identity/throttle/rules.ts";
import {
  clearAttempts,
  returnAttempt,
  takeAttempts,
  tooManyAttempts,
} from "#features/identity/throttle/writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type LoginInput = { email: string; password: string; captcha: string | undefined };
export type LoginCaller = { ip: string; userAgent: string; oldToken: string | null };

/** A session, or where there is a second factor only a token for the step that asks for its code. */
export type SignedIn =
  | { readonly kind: "signed-in"; readonly token: string; readonly expiresAt: Date }
  | { readonly kind: "second-factor"; readonly challenge: string; readonly expiresAt: Date };

/**
 * Signs a person in with a new session; the browser's earlier session ends. With a second factor there is no session
 * before the code (`finishLogin`). The attempt is counted before the
 * password is compared, and exactly one hash is computed whether the address is known, waiting or unknown.
 */
export async function signIn(db: Db, input: LoginInput, caller: LoginCaller): Promise<SignedIn> {
  const { emailKey } = requireEmail(input.email);
  const account: Bucket = { name: "login-account", subject: emailKey };
  const shared: Bucket[] = [
    { name: "login-all", subject: "" },
    { name: "login-network", subject: networkOf(caller.ip) },
  ];
  const buckets = [account, ...shared];
  const throttle = await readThrottle(db, buckets);
  if (throttle.waitSeconds > 0) throw tooManyAttempts(throttle.waitSeconds);
  if (throttle.isCaptchaDue) await spendCaptcha(db, input.captcha, caller.ip);
  await takeAttempts(db, buckets);
  const userId = await provePassword(db, emailKey, input.password, buckets);
  return withTransaction(db, async (tx) => {
    await clearAttempts(tx, account);
    for (const bucket of shared) await returnAttempt(tx, bucket);
    if (await hasSecondFactor(tx, userId)) {
      return { kind: "second-factor", ...(await openChallenge(tx, userId)) };
    }
    if (caller.oldToken) await endSessionOf(tx, caller.oldToken);
    const opened = await openSession(tx, { userId, ip: caller.ip, userAgent: caller.userAgent });
    return { kind: "signed-in", ...opened };
  });
}

async function provePassword(
  db: Db,
  emailKey: string,
  password: string,
  buckets: readonly Bucket[],
): Promise<UserId> {
  const user = await findCredentials(db, emailKey);
  const pendingHash = await findPendingHash(db, emailKey);
  const isRight = await verifyPassword(user?.passwordHash ?? pendingHash, password);
  if (!isRight) {
    const { isCaptchaDue } = await readThrottle(db, buckets);
    throw new AppError(identityErrors.LOGIN_FAILED, { details: { captchaRequired: isCaptchaDue } });
  }
  // Only who knows the password learns these.
  if (!user) throw new AppError(identityErrors.EMAIL_NOT_CONFIRMED);
  if (user.isSuspended) throw new AppError(identityErrors.ACCOUNT_SUSPENDED);
  return user.userId;
}
