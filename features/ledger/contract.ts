import { z } from "zod";
import { defineEndpoint } from "#lib/api/endpoint.ts";

/** What a user can spend, in RUB (spec, section 7: a bare number). A failing call answers an error, never a false 0. */
export const getBalanceEndpoint = defineEndpoint({
  id: "getBalance",
  method: "GET",
  path: "/sms-users/balance",
  summary: "Balance in roubles",
  tag: "balance",
  access: "user",
  response: z.number(),
  errors: [],
});
