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
  /** Keys, passkeys and other ways in: so many of a kind in an hour. Details carry `minutes`. */
  TOO_MANY_ADDED: { status: 429, messageKey: "identity.errors.tooManyAdded", retryable: true },
  PHONE_INVALID: { status: 400, messageKey: "identity.errors.phoneInvalid", retryable: false },
  EMAIL_UNCHANGED: { status: 409, messageKey: "identity.errors.emailUnchanged", retryable: false },
  /** Told to who has proved that they read what comes to the address, and to nobody else. */
  EMAIL_TAKEN: { status: 409, messageKey: "identity.errors.emailTaken", retryable: false },
  LINK_INVALID: { status: 400, messageKey: "identity.errors.linkInvalid", retryable: false },
  SECURITY_EVENT_NOT_FOUND: {
    status: 404,
    messageKey: "identity.errors.securityEventNotFound",
    retryable: false,
  },
  /** Something of the account still goes on. Details carry `what`. */
  CLOSING_HINDERED: { status: 409, messageKey: "identity.errors.closingHindered", retryable: false },
  /** There is another amount in the balances than was agreed to be given up. */
  BALANCE_CHANGED: { status: 409, messageKey: "identity.errors.balanceChanged", retryable: false },
  CLOSING_NOT_FOUND: { status: 404, messageKey: "identity.errors.closingNotFound", retryable: false },
  /** Not made yet, ended, or another's. */
  ARCHIVE_NOT_FOUND: { status: 404, messageKey: "identity.errors.archiveNotFound", retryable: false },
  SESSION_NOT_FOUND: { status: 404, messageKey: "identity.errors.sessionNotFound", retryable: false },
  KEY_NOT_FOUND: { status: 404, messageKey: "identity.errors.keyNotFound", retryable: false },
  KEY_LIMIT_REACHED: { status: 409, messageKey: "identity.errors.keyLimitReached", retryable: false },
  KEY_EXPIRES_IN_PAST: { status: 400, messageKey: "identity.errors.keyExpiresInPast", retryable: false },
  /** A sandbox key met a call that has no script. */
  SANDBOX_KEY: { status: 403, messageKey: "identity.errors.sandboxKey", retryable: false },
  NETWORK_INVALID: { status: 400, messageKey: "identity.errors.networkInvalid", retryable: false },
  PASSWORD_WRONG: { status: 403, messageKey: "identity.errors.passwordWrong", retryable: false },
  /** Neither the code of this half minute nor an unused backup code. */
  SECOND_FACTOR_WRONG: { status: 403, messageKey: "identity.errors.secondFactorWrong", retryable: false },
  SECOND_FACTOR_LOCKED: { status: 429, messageKey: "identity.errors.secondFactorLocked", retryable: true },
  SECOND_FACTOR_ON: { status: 409, messageKey: "identity.errors.secondFactorOn", retryable: false },
  SECOND_FACTOR_OFF: { status: 409, messageKey: "identity.errors.secondFactorOff", retryable: false },
  /** The login did not begin with the password, or the account is of the staff. */
  RECOVERY_NOT_OFFERED: { status: 403, messageKey: "identity.errors.recoveryNotOffered", retryable: false },
  RECOVERY_NOT_FOUND: { status: 404, messageKey: "identity.errors.recoveryNotFound", retryable: false },
  MAIL_CODE_WRONG: { status: 403, messageKey: "identity.errors.mailCodeWrong", retryable: false },
  /** Used, too old, or tried too often. */
  MAIL_CODE_EXPIRED: { status: 401, messageKey: "identity.errors.mailCodeExpired", retryable: false },
  /** Not signed for this site, by an unknown passkey, or without its owner's finger, face or PIN. */
  PASSKEY_REFUSED: { status: 403, messageKey: "identity.errors.passkeyRefused", retryable: false },
  /** What it was asked to sign is used, too old, or was made for something else. */
  PASSKEY_EXPIRED: { status: 401, messageKey: "identity.errors.passkeyExpired", retryable: false },
  PASSKEY_NOT_FOUND: { status: 404, messageKey: "identity.errors.passkeyNotFound", retryable: false },
  PASSKEY_LIMIT_REACHED: { status: 409, messageKey: "identity.errors.passkeyLimitReached", retryable: false },
  /** The way to the provider and back is used, too old, or was begun in another browser. */
  SOCIAL_EXPIRED: { status: 401, messageKey: "identity.errors.socialExpired", retryable: false },
  SOCIAL_REFUSED: { status: 403, messageKey: "identity.errors.socialRefused", retryable: false },
  SOCIAL_UNREACHABLE: { status: 503, messageKey: "identity.errors.socialUnreachable", retryable: true },
  SOCIAL_EMAIL_UNCONFIRMED: {
    status: 403,
    messageKey: "identity.errors.socialEmailUnconfirmed",
    retryable: false,
  },
  /** Linked to nothing here, and without an address that an account could be made for. */
  SOCIAL_UNKNOWN: { status: 403, messageKey: "identity.errors.socialUnknown", retryable: false },
  SOCIAL_TAKEN: { status: 409, messageKey: "identity.errors.socialTaken", retryable: false },
  SOCIAL_NOT_FOUND: { status: 404, messageKey: "identity.errors.socialNotFound", retryable: false },
  /** The password step of this login is too long ago, or was used. */
  CHALLENGE_EXPIRED: { status: 401, messageKey: "identity.errors.challengeExpired", retryable: false },
});
