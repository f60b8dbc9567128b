import { z } from "zod";
import { Search } from "#features/catalogue/catalogue.contract.ts";
import { serviceCategories } from "#features/catalogue/catalogue.rules.ts";
import { defineRest } from "#features/rest-api/rest-api.contract.ts";

const RestService = z
  .strictObject({
    code: z.string().describe("What orders, offers and rentals call it"),
    name: z.string().describe("In the language of x-user-locale"),
    category: z.enum(serviceCategories),
    icon: z.string().nullable().describe("Path of a picture"),
  })
  .meta({ id: "Service" });

export const restListServices = defineRest({
  id: "restListServices",
  method: "GET",
  path: "/services",
  tag: "services",
  summary: "Services, best known first",
  description:
    "All of them in one answer. `search` looks at names and their transliterations and orders by how well they match. Whether " +
    "there are numbers now is told by `GET /api/v1/offers`.",
  access: "public",
  scope: "read",
  query: z.object({ search: Search.default("").describe("Part of a name") }),
  response: z.strictObject({ data: z.array(RestService) }),
  errors: [],
  cacheSeconds: 60,
  examples: {
    search: {
      query: { search: "tele" },
      answer: {
        data: [{ code: "tg", name: "Telegram", category: "messenger", icon: "/icons/services/telegram.svg" }],
      },
    },
  },
});
