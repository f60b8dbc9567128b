import { defineErrors } from "#lib/errors/app-error.ts";

/** Refusals of identity. Wrong address and wrong password are one code, so that nobody learns who has an account. */
export const identityErrors = defineErrors({
  INVALID_EMAIL: { status: 400, messageKey: "identity.errors.invalidEmail", retryable: false },
  PASSWORD_TOO_SHORT: { status: 400, messageKey: "identity.errors.passwordTooShort", retryable: false },
  PASSWORD_TOO_COMMON: { status: 400, messageKey: "identity.errors.passwordTooCommon", retryable: false },
  LOGIN_FAILED: { status: 401, messageKey: "identity.errors.loginFailed", retryable: false },
  EMAIL_NOT_CONFIRMED: { status: 403, messageKey: "identity.errors.emailNotConfirmed", retryable: false },
  ACCOUNT_SUSPENDED: { status: 403, messageKey: "identity.errors.accountSuspended", retryable: false },
  CAPTCHA_REQUIRED: { status: 403, messageKey: "identity.errors.captchaRequired", retryable: false },
  CAPTCHA_FAILED: { status: 403, messageKey: "identity.errors.captchaFailed", retryable: false },
  TOO_MANY_ATTEMPTS: { status: 429, messageKey: "identity.errors.tooManyAttempts", retryable: true },
  LINK_INVALID: { status: 400, messageKey: "identity.errors.linkInvalid", retryable: false },
  SESSION_NOT_FOUND: { status: 404, messageKey: "identity.errors.sessionNotFound", retryable: false },
  KEY_NOT_FOUND: { status: 404, messageKey: "identity.errors.keyNotFound", retryable: false },
  KEY_LIMIT_REACHED: { status: 409, messageKey: "identity.errors.keyLimitReached", retryable: false },
  KEY_EXPIRES_IN_PAST: { status: 400, messageKey: "identity.errors.keyExpiresInPast", retryable: false },
  NETWORK_INVALID: { status: 400, messageKey: "identity.errors.networkInvalid", retryable: false },
  PASSWORD_WRONG: { status: 403, messageKey: "identity.errors.passwordWrong", retryable: false },
  /** Neither the code of this half minute nor an unused backup code. */
  SECOND_FACTOR_WRONG: { status: 403, messageKey: "identity.errors.secondFactorWrong", retryable: false },
  SECOND_FACTOR_LOCKED: { status: 429, messageKey: "identity.errors.secondFactorLocked", retryable: true },
  SECOND_FACTOR_ON: { status: 409, messageKey: "identity.errors.secondFactorOn", retryable: false },
  SECOND_FACTOR_OFF: { status: 409, messageKey: "identity.errors.secondFactorOff", retryable: false },
  MAIL_CODE_WRONG: { status: 403, messageKey: "identity.errors.mailCodeWrong", retryable: false },
  /** Used, too old, or tried too often. */
  MAIL_CODE_EXPIRED: { status: 401, messageKey: "identity.errors.mailCodeExpired", retryable: false },
  /** The password step of this login is too long ago, or was used. */
  CHALLENGE_EXPIRED: { status: 401, messageKey: "identity.errors.challengeExpired", retryable: false },
});
