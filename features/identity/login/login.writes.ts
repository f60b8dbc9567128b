import { holdAccount } from "#features/identity/account-lock.writes.ts";
import { spendCaptcha } from "#features/identity/captcha/captcha.writes.ts";
import { isKnownDevice } from "#features/identity/devices/devices.reads.ts";
import {
  enterAccount,
  type LoginCaller,
  type SignedIn,
} from "#features/identity/entering/entering.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { type Credentials, findCredentials } from "#features/identity/identity.reads.ts";
import { hasPasskey } from "#features/identity/passkeys/passkeys.reads.ts";
import { verifyPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { findPendingHash } from "#features/identity/registration/registration.reads.ts";
import { requireEmail } from "#features/identity/registration/registration.writes.ts";
import { readRecoveryOffer } from "#features/identity/running-recovery/running-recovery.reads.ts";
import { hasSecondFactor } from "#features/identity/second-factor/second-factor.reads.ts";
import { openChallenge } from "#features/identity/second-factor/second-factor.writes.ts";
import type { SignInWay } from "#features/identity/security-log/security-log.rules.ts";
import { readThrottle, type ThrottleState } from "#features/identity/throttle/throttle.reads.ts";
import { type Bucket, pressures } from "#features/identity/throttle/throttle.rules.ts";
import {
  attemptRefused,
  clearAttempts,
  returnAttempt,
  takeAttempts,
} from "#features/identity/throttle/throttle.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { networkOf } from "#lib/net/network-of.ts";

export type LoginInput = { email: string; password: string; captcha: string | undefined };

/**
 * Signs a person in with a new session; the browser's earlier session ends. With a second factor there is no session
 * before the code (`finishLogin`). The attempt is counted before the
 * password is compared, and exactly one hash is computed whether the address is known, waiting or unknown.
 * What strangers fill never shuts the owner out: a browser that is known goes by a counter of its own, and anybody else
 * may do the work that is due instead of waiting.
 */
export async function signIn(db: Db, input: LoginInput, caller: LoginCaller): Promise<SignedIn> {
  const { emailKey } = requireEmail(input.email);
  const { own, shared } = await countersOf(db, emailKey, caller);
  const buckets = [own, ...shared];
  const right: Bucket = { name: "login-right", subject: emailKey };
  const work = await spendWork(db, await readThrottle(db, [...buckets, right]), input.captcha, caller.ip);
  await takeAttempts(db, buckets, work);
  const { userId, passwordHash } = await provePassword(db, emailKey, input.password, buckets);
  return withTransaction(db, async (tx) => {
    // A password that was changed while it was compared opens nothing.
    if (!(await holdAccount(tx, userId, passwordHash))) throw await loginFailed(tx, buckets);
    // Here, so that nobody fills it for somebody else.
    await takeAttempts(tx, [right]);
    await clearAttempts(tx, own);
    for (const bucket of shared) await returnAttempt(tx, bucket);
    return enterOrChallenge(tx, userId, caller, "Password");
  });
}

/** What follows the first step of any login: a session, or a challenge where there is a second factor. */
export async function enterOrChallenge(
  tx: Tx,
  userId: UserId,
  caller: LoginCaller,
  way: SignInWay,
): Promise<SignedIn> {
  if (await hasSecondFactor(tx, userId)) {
    const byPassword = way === "Password";
    const challenge = await openChallenge(tx, userId, byPassword);
    const recovery = await readRecoveryOffer(tx, userId, byPassword);
    return { kind: "second-factor", ...challenge, hasPasskey: await hasPasskey(tx, userId), recovery };
  }
  return { kind: "signed-in", ...(await enterAccount(tx, userId, caller, way)) };
}

type Counters = { readonly own: Bucket; readonly shared: readonly Bucket[] };

/** What an attempt is counted in: a known browser's own counter until that is full, else what strangers share. */
async function countersOf(db: Db, emailKey: string, caller: LoginCaller): Promise<Counters> {
  const deviceToken = caller.browser?.deviceToken ?? null;
  if (deviceToken !== null && (await isKnownDevice(db, deviceToken, emailKey))) {
    const own: Bucket = { name: "login-device", subject: `${deviceToken}:${emailKey}` };
    if ((await readThrottle(db, [own])).waitSeconds === 0) return { own, shared: [] };
  }
  return {
    own: { name: "login-account", subject: emailKey },
    shared: [pressures.login, { name: "login-network", subject: networkOf(caller.ip) }],
  };
}

/** Takes the work that an attempt needs and answers its level. Throws when there is none or too little of it. */
async function spendWork(
  db: Db,
  throttle: ThrottleState,
  answer: string | undefined,
  ip: string,
): Promise<number> {
  const { waitSeconds, isCaptchaDue, workLevel } = throttle;
  if (waitSeconds === 0 && workLevel === 0 && !isCaptchaDue) return 0;
  if (workLevel === null || answer === undefined) throw attemptRefused(throttle);
  const work = await spendCaptcha(db, answer, ip);
  if (work < workLevel) throw attemptRefused(throttle);
  return work;
}

async function provePassword(
  db: Db,
  emailKey: string,
  password: string,
  buckets: readonly Bucket[],
): Promise<Credentials> {
  const user = await findCredentials(db, emailKey);
  const pendingHash = await findPendingHash(db, emailKey);
  const isRight = await verifyPassword(user?.passwordHash ?? pendingHash, password);
  if (!isRight) throw await loginFailed(db, buckets);
  // Only who knows the password learns these.
  if (!user) throw new AppError(identityErrors.EMAIL_NOT_CONFIRMED);
  if (user.isSuspended) throw new AppError(identityErrors.ACCOUNT_SUSPENDED);
  return user;
}

async function loginFailed(db: Queryable, buckets: readonly Bucket[]): Promise<AppError> {
  const { isCaptchaDue, workLevel } = await readThrottle(db, buckets);
  const details = { captchaRequired: isCaptchaDue, workLevel: workLevel ?? 0 };
  return new AppError(identityErrors.LOGIN_FAILED, { details });
}
