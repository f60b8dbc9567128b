import { z } from "zod";
import { ActivationView } from "#features/activations/activations.contract.ts";
import { numberStatuses } from "#features/activations/my-numbers/my-numbers.rules.ts";
import {
  fileLocaleQuery,
  goodsQuery,
  NextCursor,
  ORDER_FILE_DESCRIPTION,
  orderPageQuery,
} from "#features/catalogue/order-lists/order-lists.contract.ts";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

export const MyNumbersPage = z.strictObject({
  /** Newest first. What their SMS said is null a day after the end. */
  numbers: z.array(ActivationView),
  nextCursor: NextCursor,
});
export type MyNumbersPage = z.infer<typeof MyNumbersPage>;

const filters = {
  status: z.enum(numberStatuses).optional(),
  ...goodsQuery,
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
  query: z.object({ ...filters, ...orderPageQuery }),
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
