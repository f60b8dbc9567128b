import { z } from "zod";
import { ActivationView } from "#features/activations/activations.contract.ts";
import {
  fileLocaleQuery,
  goodsQuery,
  NextCursor,
  ORDER_FILE_DESCRIPTION,
  orderPageQuery,
} from "#features/catalogue/order-lists/order-lists.contract.ts";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import { numberKinds, numberStatuses } from "#features/rentals/my-numbers/my-numbers.rules.ts";
import { placeOf, placePattern } from "#features/rentals/my-numbers/number-pages.rules.ts";
import { RentalMessage, RentalView } from "#features/rentals/rentals.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

export const MyActivation = ActivationView.extend({ kind: z.literal("activation") });
export type MyActivation = z.infer<typeof MyActivation>;

export const MyRental = RentalView.extend({
  kind: z.literal("rental"),
  /** The newest, newest first; none once they are removed (`isForgotten`). */
  messages: z.array(RentalMessage),
});
export type MyRental = z.infer<typeof MyRental>;

export const MyNumber = z.discriminatedUnion("kind", [MyActivation, MyRental]);
export type MyNumber = z.infer<typeof MyNumber>;

export const MyNumbersPage = z.strictObject({
  /** Newest first. What the SMS of an activation said is null a day after its end. */
  numbers: z.array(MyNumber),
  nextCursor: NextCursor,
});
export type MyNumbersPage = z.infer<typeof MyNumbersPage>;

/** Where a page of both kinds goes on. */
export const NumbersCursor = z.string().regex(placePattern).transform(placeOf).optional();

const filters = {
  /** Both without it. */
  kind: z.enum(numberKinds).optional(),
  status: z.enum(numberStatuses).optional(),
  ...goodsQuery,
};

export const listMyNumbersEndpoint = defineEndpoint({
  id: "listMyNumbers",
  method: "GET",
  path: "/numbers",
  summary: "Every number of the account, bought and rented, newest first",
  description:
    "`kind`: `activation` or `rental`; both without it. `status`: `open`, `completed` (paid), `given-back` (cancelled, reported, no SMS " +
    "in time, or refunded by the staff). Codes and texts are removed a day after the end of an activation, a week after the end of a rental, of which the newest " +
    "three are here. `from` and `to` are days (UTC), both included. Go on with `cursor` = `nextCursor`.",
  tag: "activations",
  access: "user",
  scope: "read",
  query: z.object({ ...filters, limit: orderPageQuery.limit, cursor: NumbersCursor }),
  response: MyNumbersPage,
  errors: [statementErrors.PERIOD_REVERSED],
});

export const exportMyNumbersEndpoint = defineEndpoint({
  id: "exportMyNumbers",
  method: "GET",
  path: "/numbers/export",
  summary: "The same list as a CSV file",
  description: ORDER_FILE_DESCRIPTION,
  tag: "activations",
  access: "user",
  scope: "read",
  query: z.object({ ...filters, ...fileLocaleQuery }),
  response: z.string(),
  produces: "text/csv",
  errors: [statementErrors.PERIOD_REVERSED, apiErrors.TOO_MANY_REQUESTS, apiErrors.FOREIGN_ORIGIN],
});
