import { z } from "zod";
import { ApiKeyView } from "#features/identity/api-keys/api-keys.contract.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { defineRest } from "#features/rest-api/rest-api.contract.ts";

const RestKey = ApiKeyView.extend({
  isCurrent: z.boolean().describe("It proves this call"),
}).meta({ id: "Key" });

export const restListKeys = defineRest({
  id: "restListKeys",
  method: "GET",
  path: "/keys",
  tag: "keys",
  summary: "The account's keys that work, without their secrets",
  description:
    "What each may do: scopes, limits, services, countries, networks; null = no limit, all of them. `types` is how handler_api.php " +
    "answers its calls that name none. Keys are made and changed in the settings: no key can widen its own rights.",
  access: "user",
  scope: "read",
  response: z.strictObject({ data: z.array(RestKey) }),
  errors: [identityErrors.SANDBOX_KEY],
  examples: {
    keys: {
      answer: {
        data: [
          {
            id: 31,
            kind: "live",
            name: "Bot of the shop",
            masked: "sd_live_4f09ab••••••",
            scopes: ["read", "buy"],
            dailyLimitKopecks: 500_000,
            priceCapKopecks: 3_000,
            serviceIds: null,
            countryIds: [6, 10],
            networks: ["203.0.113.0/24"],
            types: "classic",
            createdAt: "2026-11-01T08:00:00.000Z",
            expiresAt: null,
            lastUsedAt: "2026-11-21T12:00:00.000Z",
            isReplaced: false,
            isCurrent: true,
          },
        ],
      },
    },
  },
});
