import { z } from "zod";
import { readCursor, restCurrency, restLimits, restRates } from "#features/buyer-api/rest/rules.ts";
import { type Access, defineEndpoint, type Endpoint } from "#lib/api/endpoint.ts";

type Schema = z.ZodType;
type ObjectSchema = z.ZodObject;

/**
 * Declares an endpoint of REST v1: `path` is below `/api/v1`. Its errors link to their pages, its calls are counted, and a
 * write needs an `Idempotency-Key`.
 */
export function defineRest<
  Params extends ObjectSchema | undefined = undefined,
  Query extends ObjectSchema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Response extends Schema = Schema,
  const Gate extends Access = Access,
>(endpoint: Endpoint<Params, Query, Body, Response, Gate>): Endpoint<Params, Query, Body, Response, Gate> {
  return defineEndpoint({
    ...endpoint,
    path: `/v1${endpoint.path}`,
    dialect: "v1",
    rates: endpoint.rates ?? [restRates.calls],
    ...(endpoint.method === "GET" ? {} : { keyed: true as const }),
  });
}

/** Of endpoints that spend money. */
export const purchaseRates = [restRates.calls, restRates.purchases] as const;

/** RFC 3339, UTC, with Z. */
export const Instant = z.iso.datetime();

export const Currency = z.literal(restCurrency);

/** The id in a path. */
export const idParams = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number)
    .meta({ type: "integer", minimum: 1 }),
});

export const pageLimit = z
  .string()
  .regex(/^(?:[1-9]\d?|100)$/, `1 to ${restLimits.pageMax}`)
  .transform(Number)
  .default(restLimits.pageDefault)
  .meta({
    type: "integer",
    minimum: 1,
    maximum: restLimits.pageMax,
    default: restLimits.pageDefault,
    description: "Entries of a page",
  });

/** What every list takes. `list` names it, so that no other list's cursor is taken for its own. */
export function pageQuery(list: string) {
  return {
    limit: pageLimit,
    cursor: z
      .string()
      .max(60)
      .refine((cursor) => readCursor(list, cursor) !== null, "no cursor of this list")
      .transform((cursor) => readCursor(list, cursor) as number)
      .optional()
      .describe("`nextCursor` of the page before"),
  };
}

/** What every list answers, newest first. */
export function PageOf<Item extends Schema>(item: Item) {
  return z.strictObject({
    data: z.array(item),
    nextCursor: z.string().nullable().describe("Null: this was the last page"),
  });
}
