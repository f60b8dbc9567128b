import { z } from "zod";
import { CountryIdText, ServiceCode } from "#features/catalogue/catalogue.contract.ts";
import { digitsPattern, orderListLimits } from "#features/catalogue/order-lists/order-lists.rules.ts";
import { cursorQuery, Day } from "#lib/api/page-query.ts";
import { locales } from "#lib/i18n/locales.ts";

/** The members of a query that filters orders. */
export const goodsQuery = {
  service: ServiceCode.optional(),
  country: CountryIdText.optional(),
  /** Digits somewhere in the number. */
  number: z.string().regex(digitsPattern).optional(),
  /** Days (UTC), both included. */
  from: Day.optional(),
  to: Day.optional(),
};

/** Where a list of orders goes on. */
export const orderPageQuery = cursorQuery(orderListLimits);

/** For the next page; null behind the last one. A page of a narrow filter may hold little, or nothing, and go on. */
export const NextCursor = z.string().nullable();

/** A link to a file cannot send headers, so the language may stand in its query. */
export const fileLocaleQuery = { locale: z.enum(locales).optional() };

export const ORDER_FILE_DESCRIPTION =
  "Every row that the filters find, newest first. UTF-8 with a byte order mark, separator and decimal sign as spreadsheets of the " +
  "language expect them.";
