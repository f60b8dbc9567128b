import { defineErrors } from "#lib/errors/app-error.ts";

export const referralErrors = defineErrors({
  LINK_NAME_INVALID: { status: 400, messageKey: "referrals.errors.linkName", retryable: false },
  LINK_NAME_TAKEN: { status: 409, messageKey: "referrals.errors.linkNameTaken", retryable: false },
  TOO_MANY_LINKS: { status: 409, messageKey: "referrals.errors.tooManyLinks", retryable: false },
  PERSON_NOT_REFERRED: { status: 404, messageKey: "referrals.errors.notReferred", retryable: false },
});
