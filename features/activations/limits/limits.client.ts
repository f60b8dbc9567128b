import { queryOptions } from "@tanstack/react-query";
import type { AccountLimits } from "#features/activations/limits/limits.contract.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** The signed-in user's limit of open orders, and what it is earned by. */
export const accountLimitsQuery = queryOptions({
  queryKey: ["limits", "account"] as const,
  queryFn: () => getJson<AccountLimits>("limits/account"),
});
