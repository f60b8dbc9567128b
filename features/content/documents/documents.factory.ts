import type { DocumentFacts } from "#features/content/documents/documents.rules.ts";

/** What the documents say of an installation, with an operator of its own. */
export const documentFacts: DocumentFacts = {
  operator: "Den Operator",
  email: "help@smsden.test",
  minutes: 20,
  smsHours: 24,
  rentDays: 7,
  rentHours: 4,
  rentWeeks: 4,
  rentCancelMinutes: 20,
  sessionDays: 60,
  idleDays: 14,
  archiveHours: 24,
  closingDays: 14,
  guestDays: 120,
};
