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
  PARTNER_NOTES_FULL: { status: 409, messageKey: "partners.errors.notesFull", retryable: false },
});
