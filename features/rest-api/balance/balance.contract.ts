import { z } from "zod";
import { Currency, defineRest } from "#features/rest-api/rest-api.contract.ts";

export const RestBalance = z
  .strictObject({
    availableKopecks: z.number().int().describe("What can be spent"),
    heldKopecks: z.number().int().describe("Reserved for open orders"),
    debtKopecks: z.number().int().describe("Owed for money that was reversed; paid off by what comes in"),
    currency: Currency,
    version: z
      .number()
      .int()
      .describe("Grows with every movement: of two answers the one with the higher version is newer"),
  })
  .meta({ id: "Balance" });
export type RestBalance = z.infer<typeof RestBalance>;

export const restGetBalance = defineRest({
  id: "restGetBalance",
  method: "GET",
  path: "/balance",
  tag: "balance",
  summary: "The balance",
  description: "A failing call answers an error, never a false 0.",
  access: "user",
  scope: "read",
  response: RestBalance,
  errors: [],
  examples: {
    balance: {
      answer: {
        availableKopecks: 123_600,
        heldKopecks: 1_400,
        debtKopecks: 0,
        currency: "RUB",
        version: 42,
      },
    },
  },
});
