import { z } from "zod";
import { ActivationView } from "#features/activations/activations.contract.ts";
import {
  countryIdPattern,
  digitsPattern,
  myNumbersLimits,
  numberStatuses,
  serviceCodePattern,
} from "#features/activations/my-numbers/my-numbers.rules.ts";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { cursorQuery, Day } from "#lib/api/page-query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { locales } from "#lib/i18n/locales.ts";

export const MyNumbersPage = z.strictObject({
  /** Newest first. What their SMS said is null a day after the end. */
  numbers: z.array(ActivationView),
  /** For the next page; null behind the last one. A page of a narrow filter may hold little, or nothing, and go on. */
  nextCursor: z.string().nullable(),
});
export type MyNumbersPage = z.infer<typeof MyNumbersPage>;

/** What the page lets choose from. */
export type NumberChoices = {
  readonly services: readonly { code: string; name: string }[];
  readonly countries: readonly { id: number; name: string }[];
};

const filters = {
  status: z.enum(numberStatuses).optional(),
  service: z.string().regex(serviceCodePattern).optional(),
  country: z.string().regex(countryIdPattern).transform(Number).optional(),
  /** Digits somewhere in the number, or the order's number. */
  number: z.string().regex(digitsPattern).optional(),
  /** Days (UTC), both included. */
  from: Day.optional(),
  to: Day.optional(),
};

export const listMyNumbersEndpoint = defineEndpoint({
  id: "listMyNumbers",
  method: "GET",
  path: "/numbers",
  summary: "Every number of the account, newest first",
  description:
    "`status`: `open`, `completed` (paid), `given-back` (cancelled, reported, or no SMS in time). Codes and texts are removed a day after " +
    "the end of an order. `from` and `to` are days (UTC), both included. Go on with `cursor` = `nextCursor`.",
  tag: "activations",
  access: "user",
  scope: "read",
  query: z.object({ ...filters, ...cursorQuery(myNumbersLimits) }),
  response: MyNumbersPage,
  errors: [statementErrors.PERIOD_REVERSED],
});

export const exportMyNumbersEndpoint = defineEndpoint({
  id: "exportMyNumbers",
  method: "GET",
  path: "/numbers/export",
  summary: "The same list as a CSV file",
  description:
    "Every row that the filters find, newest first. UTF-8 with a byte order mark, separator and decimal sign as spreadsheets of the " +
    "language expect them.",
  tag: "activations",
  access: "user",
  scope: "read",
  query: z.object({
    ...filters,
    /** A link cannot send headers, so the language may stand here. */
    locale: z.enum(locales).optional(),
  }),
  response: z.string(),
  produces: "text/csv",
  errors: [statementErrors.PERIOD_REVERSED, apiErrors.TOO_MANY_REQUESTS, apiErrors.FOREIGN_ORIGIN],
});
