import sql from "sql-template-tag";
import type { CaptchaGateway } from "#features/identity/captcha/gateway/captcha.gateway.ts";
import { proofOfWork } from "#features/identity/captcha/gateway/proof-of-work.gateway.ts";
import { recaptcha } from "#features/identity/captcha/gateway/recaptcha.gateway.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** The captcha in use: reCAPTCHA when its keys are set, else the self-hosted proof of work. */
export function captchaInUse(): CaptchaGateway {
  return env.RECAPTCHA_SITE_KEY && env.RECAPTCHA_SECRET_KEY ? recaptcha : proofOfWork;
}

/**
 * Takes the answer to a captcha; each answer counts once, whatever becomes of the call. Answers the level of its work.
 * Throws CAPTCHA_REQUIRED without one, CAPTCHA_FAILED for a wrong, old or used one.
 */
export async function spendCaptcha(db: Db, answer: string | undefined, ip: string): Promise<number> {
  if (!answer) throw new AppError(identityErrors.CAPTCHA_REQUIRED, { details: { captchaRequired: true } });
  const check = await captchaInUse().check(answer, ip);
  const isFresh =
    check.isSolved &&
    (check.once === undefined || (await spendOnce(db, check.once, check.expiresAtSeconds ?? 0)));
  if (!isFresh) throw new AppError(identityErrors.CAPTCHA_FAILED, { details: { captchaRequired: true } });
  return check.level;
}

async function spendOnce(db: Db, once: Buffer, expiresAtSeconds: number): Promise<boolean> {
  const stored = await execute(
    db,
    sql`insert into identity_captcha_uses (challenge_hash, expires_at)
        values (${once}, to_timestamp(${expiresAtSeconds}::float8) + interval '1 hour') on conflict do nothing`,
  );
  return stored === 1;
}
