import { z } from "zod";
import { defineRest } from "#features/rest-api/rest-api.contract.ts";

const RestCountry = z
  .strictObject({
    id: z.number().int().describe("What orders, offers and rentals call it: the id of handler_api.php"),
    name: z.string().describe("In the language of x-user-locale"),
    iso2: z.string(),
    dialCode: z.string().describe("Digits without a plus sign"),
    icon: z.string().describe("Path of the flag"),
    operators: z
      .array(z.string())
      .describe("Operators that orders may name, largest first; empty: only `any`"),
  })
  .meta({ id: "Country" });

export const restListCountries = defineRest({
  id: "restListCountries",
  method: "GET",
  path: "/countries",
  tag: "countries",
  summary: "Countries, popular ones first",
  description: "All of them in one answer.",
  access: "public",
  scope: "read",
  response: z.strictObject({ data: z.array(RestCountry) }),
  errors: [],
  cacheSeconds: 60,
  examples: {
    countries: {
      summary: "Its beginning",
      answer: {
        data: [
          {
            id: 6,
            name: "Indonesia",
            iso2: "ID",
            dialCode: "62",
            icon: "/icons/countries/id.svg",
            operators: ["telkomsel", "indosat", "axis"],
          },
        ],
      },
    },
  },
});
