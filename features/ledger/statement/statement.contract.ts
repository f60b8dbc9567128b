import { z } from "zod";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import { directions, limits, moves } from "#features/ledger/statement/statement.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { cursorQuery, Day } from "#lib/api/page-query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { isTimeZone } from "#lib/i18n/formats.ts";
import { locales } from "#lib/i18n/locales.ts";

const instant = z.iso.datetime();
const Amount = z.number().int();

/** What a line is about: the service and country of an order, the method of a top-up. Icons are paths. */
export const Subject = z.strictObject({
  title: z.string(),
  detail: z.string().nullable(),
  icon: z.string().nullable(),
  detailIcon: z.string().nullable(),
});
export type Subject = z.infer<typeof Subject>;

/** The balance at a moment: own money, what of it is reserved, and the rest, which can be spent. */
export const BalanceView = z.strictObject({
  postedKopecks: Amount,
  heldKopecks: Amount,
  availableKopecks: Amount,
});
export type BalanceView = z.infer<typeof BalanceView>;

/** One line: one movement of the ledger with the balance after it. */
export const StatementLine = z.strictObject({
  id: z.number().int(),
  /** 1, 2, 3 ... of this balance, without a gap. */
  version: z.number().int(),
  at: instant,
  /** Number of the order or invoice, else of the movement. */
  number: z.string(),
  kind: z.string(),
  kindText: z.string(),
  move: z.enum(moves),
  moveText: z.string(),
  reason: z.string().nullable(),
  /** Why, in the caller's language. */
  reasonText: z.string().nullable(),
  subject: Subject.nullable(),
  /** Where the site shows what it is about: a path without a language; null where nothing does. */
  page: z.string().nullable(),
  /** Until when what it brought waits, so that it cannot be withdrawn; null where it does not wait. */
  dueAt: instant.nullable(),
  amountKopecks: Amount,
  /** By how much this line changes what can be spent. A capture changes nothing: its money was held before. */
  changeKopecks: Amount,
  after: BalanceView,
  /** What became of a hold; null while it is open, and for every other move. */
  outcome: z
    .strictObject({
      id: z.number().int(),
      at: instant,
      move: z.enum(["capture", "give_back"]),
      moveText: z.string(),
      reasonText: z.string().nullable(),
    })
    .nullable(),
});
export type StatementLine = z.infer<typeof StatementLine>;

export const StatementPage = z.strictObject({
  /** Newest first. */
  lines: z.array(StatementLine),
  /** For the next page; null behind the last one. */
  nextCursor: z.string().nullable(),
  /** Before the first and after the last movement of the period, whatever else is filtered. */
  opening: BalanceView,
  closing: BalanceView,
});
export type StatementPage = z.infer<typeof StatementPage>;

/** What the page lets choose from. */
export type FilterChoices = {
  readonly kinds: readonly { kind: string; text: string }[];
  readonly services: readonly { code: string; name: string }[];
};

/** A day such as 2026-11-30. */
const TimeZone = z.string().max(60).refine(isTimeZone, "a time zone such as Europe/Berlin");
/** A kind of movement, as the ledger names it. */
const Kind = z.string().regex(/^[a-z_]{1,40}$/);
const ServiceCode = z.string().regex(/^[a-z0-9_]{1,10}$/);

/** What every statement can be narrowed by. */
const narrowing = {
  direction: z.enum(directions).default("all"),
  kind: Kind.optional(),
  from: Day.optional(),
  to: Day.optional(),
  timeZone: TimeZone.default("UTC"),
  captures: z.enum(["own", "inside"]).default("own"),
  ...cursorQuery(limits),
};

/** The query of a statement that knows no services. */
export const statementQuery = z.object(narrowing);

export const listHistoryEndpoint = defineEndpoint({
  id: "listBalanceHistory",
  method: "GET",
  path: "/balance/history",
  summary: "Balance history, newest first",
  description:
    "Every movement of the balance with the balance after it: `change` of each line added to what could be spent before gives " +
    "what can be spent after. `direction` outgoing: holds, captures and what was taken; incoming: top-ups, bonuses and what was " +
    "refunded. `captures=inside` leaves out captures, which change nothing that can be spent; they are told by `outcome` of " +
    "their hold. `from` and `to` are days of `timeZone` (UTC), both included. Go on with `cursor` = `nextCursor`.",
  tag: "balance",
  access: "user",
  scope: "read",
  query: z.object({ ...narrowing, service: ServiceCode.optional() }),
  response: StatementPage,
  errors: [],
});

export const exportFormats = ["csv", "json", "pdf"] as const;
export type ExportFormat = (typeof exportFormats)[number];

const exportQuery = z.object({
  format: z.enum(exportFormats),
  from: Day,
  to: Day,
  timeZone: TimeZone.default("UTC"),
  /** A link cannot send headers, so the language may stand here. */
  locale: z.enum(locales).optional(),
});
export type ExportQuery = z.infer<typeof exportQuery>;

/** What endpoints that answer a statement's file have in common. */
export const statementFile = {
  query: exportQuery,
  response: z.string(),
  produces: "text/csv",
  alsoProduces: ["application/json", "application/pdf"],
  errors: [
    statementErrors.PERIOD_REVERSED,
    statementErrors.PERIOD_TOO_LONG,
    statementErrors.TOO_MANY_LINES,
    apiErrors.TOO_MANY_REQUESTS,
    apiErrors.FOREIGN_ORIGIN,
  ],
} as const;

export const exportHistoryEndpoint = defineEndpoint({
  id: "exportBalanceHistory",
  method: "GET",
  path: "/balance/history/export",
  summary: "Balance history of a period as a file (CSV, JSON or PDF)",
  description:
    "`from` and `to` are days of `timeZone` (UTC), both included, at most 366 of them. Oldest first, with the balance before and " +
    "after. CSV: UTF-8 with a byte order mark, separator and decimal sign as spreadsheets of the language expect them.",
  tag: "balance",
  access: "user",
  scope: "read",
  ...statementFile,
});
