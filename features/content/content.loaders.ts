import "server-only";
import { holdMinutesDefault, messagesKeptHours } from "#features/activations/activations.rules.ts";
import type { DocumentFacts } from "#features/content/documents/documents.rules.ts";
import { ARCHIVE_HOURS } from "#features/identity/archive/archive.rules.ts";
import { CLOSING_DAYS } from "#features/identity/closing.rules.ts";
import { SESSION_IDLE_DAYS, SESSION_LIFETIME_DAYS } from "#features/identity/sessions/sessions.rules.ts";
import { guestLimits } from "#features/payments/guests.rules.ts";
import { cancelMinutes, messagesKeptDays, rentHours } from "#features/rentals/rentals.rules.ts";
import { env } from "#lib/env.ts";

/** The figures and names in the documents, from where the product itself takes them. */
export const documentFacts: DocumentFacts = {
  operator: env.OPERATOR_NAME ?? env.BRAND_NAME,
  email: env.SUPPORT_EMAIL,
  minutes: holdMinutesDefault,
  smsHours: messagesKeptHours,
  rentDays: messagesKeptDays,
  rentHours: rentHours.min,
  rentWeeks: rentHours.max / (7 * 24),
  rentCancelMinutes: cancelMinutes,
  sessionDays: SESSION_LIFETIME_DAYS,
  idleDays: SESSION_IDLE_DAYS,
  archiveHours: ARCHIVE_HOURS,
  closingDays: CLOSING_DAYS,
  guestDays: guestLimits.addressDays,
};
