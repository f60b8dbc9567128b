import { defineErrors } from "#lib/errors/app-error.ts";

export const partnerErrors = defineErrors({
  /** Details name the field. */
  PARTNER_FIELD_MISSING: {
    status: 400,
    messageKey: "partners.errors.fieldMissing",
    retryable: false,
    exampleDetails: { field: "contact" },
  },
  PARTNER_COUNTRIES_INCORRECT: {
    status: 400,
    messageKey: "partners.errors.countriesIncorrect",
    retryable: false,
  },
  /** Details carry the least number of ports. */
  PARTNER_PORTS_TOO_FEW: {
    status: 400,
    messageKey: "partners.errors.portsTooFew",
    retryable: false,
    exampleDetails: { min: 16 },
  },
  /** The account has an application that waits. */
  PARTNER_APPLICATION_OPEN: { status: 409, messageKey: "partners.errors.applicationOpen", retryable: false },
  ALREADY_PARTNER: { status: 409, messageKey: "partners.errors.alreadyPartner", retryable: false },
  PARTNER_APPLICATION_NOT_FOUND: {
    status: 404,
    messageKey: "partners.errors.applicationNotFound",
    retryable: false,
  },
  /** Another one was faster; details carry the state. */
  PARTNER_APPLICATION_DECIDED: {
    status: 409,
    messageKey: "partners.errors.applicationDecided",
    retryable: false,
    exampleDetails: { state: "approved" },
  },
  /** Details carry how many lines a file may have. */
  PARTNER_IMPORT_TOO_LONG: {
    status: 400,
    messageKey: "partners.errors.importTooLong",
    retryable: false,
    exampleDetails: { max: 1_000 },
  },
  /** The pages of this installation were not built, so neither was the program. */
  PARTNER_PROGRAM_MISSING: { status: 404, messageKey: "partners.errors.programMissing", retryable: false },
  PARTNER_NOTES_FULL: { status: 409, messageKey: "partners.errors.notesFull", retryable: false },
  /** Not in the catalogue, or the desk does not let this supplier sell it. */
  PARTNER_PRICE_NOT_ALLOWED: { status: 400, messageKey: "partners.errors.priceNotAllowed", retryable: false },
  /** Details carry floor and ceiling in roubles. */
  PARTNER_PRICE_OUT_OF_LIMITS: {
    status: 400,
    messageKey: "partners.errors.priceOutOfLimits",
    retryable: false,
    exampleDetails: { floor: "0.50", ceiling: "1000.00" },
  },
  /** Details carry how often a price may change within an hour. */
  PARTNER_PRICE_TOO_OFTEN: {
    status: 429,
    messageKey: "partners.errors.priceTooOften",
    retryable: true,
    exampleDetails: { times: 4 },
  },
  FINE_NOT_FOUND: { status: 404, messageKey: "partners.errors.fineNotFound", retryable: false },
  /** A fine of the caller's own account, or one that the caller proposed. */
  FINE_OF_YOURS: { status: 403, messageKey: "partners.errors.fineOfYours", retryable: false },
  /** The time is over, there is an appeal already, or the fine is decided. */
  FINE_APPEAL_CLOSED: { status: 409, messageKey: "partners.errors.fineAppealClosed", retryable: false },
  /** Another one was faster, or there is no appeal; details carry the state. */
  FINE_DECIDED: {
    status: 409,
    messageKey: "partners.errors.fineDecided",
    retryable: false,
    exampleDetails: { state: "taken" },
  },
  /** Details carry how many may change at once. */
  PARTNER_PRICES_TOO_MANY: {
    status: 400,
    messageKey: "partners.errors.pricesTooMany",
    retryable: false,
    exampleDetails: { max: 2000 },
  },
});
