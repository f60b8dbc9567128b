import { defineErrors } from "#lib/errors/app-error.ts";

export const storeErrors = defineErrors({
  /** The caller has no store, or none any more. */
  STORE_NOT_FOUND: { status: 404, messageKey: "stores.errors.notFound", retryable: false },
  /** The account has a store already. */
  STORE_EXISTS: { status: 409, messageKey: "stores.errors.exists", retryable: false },
  /** The account has an application that waits. */
  STORE_APPLICATION_OPEN: { status: 409, messageKey: "stores.errors.applicationOpen", retryable: false },
  STORE_APPLICATION_NOT_FOUND: {
    status: 404,
    messageKey: "stores.errors.applicationNotFound",
    retryable: false,
  },
  /** Another one was faster; details carry the state. */
  STORE_APPLICATION_DECIDED: {
    status: 409,
    messageKey: "stores.errors.applicationDecided",
    retryable: false,
    exampleDetails: { state: "approved" },
  },
  /** Nobody decides about a store of their own. */
  STORE_APPLICATION_OWN: { status: 403, messageKey: "stores.errors.applicationOwn", retryable: false },
  /** The role belongs to a store, and the account has none: it applies first. */
  STORE_MISSING: { status: 409, messageKey: "stores.errors.missing", retryable: false },
  /** The rules have changed; details carry the version that is to be agreed to. */
  STORE_RULES_CHANGED: {
    status: 409,
    messageKey: "stores.errors.rulesChanged",
    retryable: false,
    exampleDetails: { version: 1 },
  },
});
