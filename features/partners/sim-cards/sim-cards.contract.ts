import { z } from "zod";
import { partnerErrors } from "#features/partners/partners.errors.ts";
import { importLimits, importProblems } from "#features/supply/inventory/number-import.rules.ts";
import { partnerNumberStates } from "#features/supply/inventory/partner-numbers.rules.ts";
import { operationErrors } from "#features/supply/operation.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

const Count = z.number().int().nonnegative();
const Slug = z.string().regex(/^[a-z0-9-]{2,60}$/);
/** A phone number with its country code. */
const Phone = z.number().int().min(1_000_000).max(999_999_999_999_999);

/** Numbers that one call takes off sale or puts on again. */
export const simCardsAtOnce = 500;

export const SimCard = z.strictObject({
  number: Phone,
  isForRent: z.boolean(),
  country: Slug,
  countryName: z.string(),
  /** Null: not named by the program. */
  operator: z.string().nullable(),
  port: z.string().nullable(),
  state: z.enum(partnerNumberStates),
  /** The program has it on line, also while it is off sale. */
  isOnLine: z.boolean(),
  isLent: z.boolean(),
  onSaleCount: Count,
  servicesCount: Count,
  usedCount: Count,
  firstSeenAt: z.iso.datetime(),
  /** What its orders earned and was not refunded, in kopecks. */
  earnedKopecks: z.number().int(),
  /** Codes received: activations whose code came. */
  codesCount: Count,
});
export type SimCard = z.infer<typeof SimCard>;

export const SimCardPage = z.strictObject({
  items: z.array(SimCard),
  hasMore: z.boolean(),
});
export type SimCardPage = z.infer<typeof SimCardPage>;

const partner = { tag: "partners", access: "partner" } as const;

export const listSimCardsEndpoint = defineEndpoint({
  ...partner,
  id: "listSimCards",
  method: "GET",
  path: "/cabinet/numbers",
  summary: "A partner's own numbers, by number",
  query: z.object({
    /** Part of the number, port or operator. */
    search: z.string().trim().max(60).optional(),
    country: Slug.optional(),
    state: z.enum(partnerNumberStates).optional(),
    /** Numbers above this one. */
    after: Id.optional(),
  }),
  response: SimCardPage,
  errors: [],
});

const body = z.strictObject({ numbers: z.array(Phone).min(1).max(simCardsAtOnce) });
const Changed = z.strictObject({ changedCount: Count });
const step = { ...partner, method: "POST", keyed: true, body, response: Changed } as const;
const refusals = [apiErrors.NOT_FOUND, apiErrors.IDEMPOTENCY_IN_FLIGHT];

export const holdSimCardsEndpoint = defineEndpoint({
  ...step,
  id: "holdSimCards",
  path: "/cabinet/numbers/off-sale",
  summary: "Take numbers off sale until the partner puts them on sale again",
  description:
    "Running orders go on. Reports of the partner's program change nothing of it. With a number that is not the partner's own nothing changes.",
  errors: refusals,
});

export const releaseSimCardsEndpoint = defineEndpoint({
  ...step,
  id: "releaseSimCards",
  path: "/cabinet/numbers/on-sale",
  summary: "Put numbers on sale again",
  description: "At once when the program has them on line, else with its next report of them.",
  errors: refusals,
});

export const ImportReport = z.strictObject({
  linesCount: Count,
  takenCount: Count,
  /** Offers (number and service) that went on sale. */
  putOnSaleCount: Count,
  refused: z.array(
    z.strictObject({
      line: z.number().int().positive(),
      text: z.string(),
      problem: z.enum(importProblems),
      word: z.string().optional(),
    }),
  ),
});
export type ImportReport = z.infer<typeof ImportReport>;

export const importSimCardsEndpoint = defineEndpoint({
  ...partner,
  id: "importSimCards",
  method: "POST",
  path: "/cabinet/numbers/import",
  summary: "Take a partner's numbers from a file",
  description:
    "One number a line: `number, country, operator, port, services, rent`, or in the order of a first line that names them; commas, " +
    "semicolons or tabs part the fields. Checked as `POST /partner/numbers` checks them; what is refused is named line by line, the rest is taken.",
  keyed: true,
  body: z.strictObject({
    text: z.string().min(1).max(importLimits.characters),
    /** For lines without a country. */
    country: Slug.optional(),
  }),
  response: ImportReport,
  errors: [
    partnerErrors.PARTNER_IMPORT_TOO_LONG,
    operationErrors.SUPPLIER_ENDED,
    apiErrors.IDEMPOTENCY_IN_FLIGHT,
  ],
});
