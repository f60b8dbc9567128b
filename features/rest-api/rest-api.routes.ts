import {
  restActivationRoutes,
  restActivationSandbox,
} from "#features/rest-api/activations/activations.routes.ts";
import { restBalanceRoutes, restBalanceSandbox } from "#features/rest-api/balance/balance.routes.ts";
import { restCountryRoutes } from "#features/rest-api/countries/countries.routes.ts";
import { restKeyRoutes } from "#features/rest-api/keys/keys.routes.ts";
import { restLimitRoutes } from "#features/rest-api/limits/limits.routes.ts";
import { restOfferRoutes } from "#features/rest-api/offers/offers.routes.ts";
import {
  restAccountRoutes,
  restAccountSandbox,
} from "#features/rest-api/ready-accounts/ready-accounts.routes.ts";
import { restRentOfferRoutes } from "#features/rest-api/rentals/rental-offers/rental-offers.routes.ts";
import { restRentalRoutes, restRentalSandbox } from "#features/rest-api/rentals/rentals.routes.ts";
import { rateSubject } from "#features/rest-api/rest-api.rules.ts";
import { restSearchRoutes, restSearchSandbox } from "#features/rest-api/searches/searches.routes.ts";
import { restServiceRoutes } from "#features/rest-api/services/services.routes.ts";
import { restWebhookRoutes } from "#features/rest-api/webhooks/webhooks.routes.ts";
import type { Actor } from "#lib/api/actor.ts";
import type { Route } from "#lib/api/route.ts";
import { networkOf } from "#lib/net/network-of.ts";

/** Every endpoint of REST v1. */
export const restRoutes: readonly Route[] = [
  ...restActivationRoutes,
  ...restSearchRoutes,
  // Before the rentals: their ids stand where these addresses have a word.
  ...restRentOfferRoutes,
  ...restRentalRoutes,
  ...restAccountRoutes,
  ...restOfferRoutes,
  ...restServiceRoutes,
  ...restCountryRoutes,
  ...restBalanceRoutes,
  ...restWebhookRoutes,
  ...restKeyRoutes,
  ...restLimitRoutes,
];

/** What sandbox keys are answered, by the same endpoints. */
export const restSandboxAnswers: readonly Route[] = [
  ...restActivationSandbox,
  ...restSearchSandbox,
  ...restRentalSandbox,
  ...restAccountSandbox,
  ...restBalanceSandbox,
];

/** Whose calls are counted together. */
export function restSubjectOf(actor: Actor, ip: string): string {
  return rateSubject(actor, networkOf(ip));
}
