import { defineErrors } from "#lib/errors/app-error.ts";

export const licenceErrors = defineErrors({
  LICENCE_PRODUCT_NOT_FOUND: {
    status: 404,
    messageKey: "licences.errors.productNotFound",
    retryable: false,
  },
  LICENCE_NOT_FOUND: { status: 404, messageKey: "licences.errors.licenceNotFound", retryable: false },
  LICENCE_VERSION_NOT_FOUND: {
    status: 404,
    messageKey: "licences.errors.versionNotFound",
    retryable: false,
  },
  NO_BALANCE: {
    status: 402,
    messageKey: "licences.errors.noBalance",
    retryable: false,
    exampleDetails: { priceKopecks: 150_000 },
  },
  /** It costs more than the buyer's maximum; details carry what it costs. */
  WRONG_MAX_PRICE: {
    status: 409,
    messageKey: "licences.errors.wrongMaxPrice",
    retryable: false,
    exampleDetails: { minPriceKopecks: 150_000 },
  },
  /** It is good for ever. */
  LICENCE_ENDLESS: { status: 409, messageKey: "licences.errors.endless", retryable: false },
  LICENCE_REVOKED: { status: 409, messageKey: "licences.errors.revoked", retryable: false },
  LICENCE_EXPIRED: { status: 409, messageKey: "licences.errors.expired", retryable: false },
  /** We have not signed it, or with a key that proves nothing any more. */
  LICENCE_KEY_UNKNOWN: { status: 404, messageKey: "licences.errors.keyUnknown", retryable: false },
  LICENCE_DEVICE_NOT_FOUND: {
    status: 404,
    messageKey: "licences.errors.deviceNotFound",
    retryable: false,
  },
  /** Details carry how many may have a place. */
  LICENCE_DEVICES_FULL: {
    status: 409,
    messageKey: "licences.errors.devicesFull",
    retryable: false,
    exampleDetails: { deviceLimit: 2 },
  },
  /** Too many different devices took turns within a month. */
  LICENCE_DEVICES_CHANGED: {
    status: 409,
    messageKey: "licences.errors.devicesChanged",
    retryable: false,
  },
  /** The account has not the role. */
  LICENCE_AGENT_NOT_FOUND: { status: 404, messageKey: "licences.errors.agentNotFound", retryable: false },
  /** Another version of the sale agreement is the newest. */
  LICENCE_AGREEMENT_CHANGED: {
    status: 409,
    messageKey: "licences.errors.agreementChanged",
    retryable: false,
  },
  /** Another product has it. */
  LICENCE_CODE_TAKEN: { status: 409, messageKey: "licences.errors.codeTaken", retryable: false },
  LICENCE_VERSION_TAKEN: { status: 409, messageKey: "licences.errors.versionTaken", retryable: false },
  /** Details name the state. */
  LICENCE_PRODUCT_STATE_REFUSED: {
    status: 409,
    messageKey: "licences.errors.stateRefused",
    retryable: false,
    exampleDetails: { state: "draft" },
  },
});
