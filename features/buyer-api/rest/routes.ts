import { restActivationRoutes } from "#features/buyer-api/rest/activations/live/routes.ts";
import { restActivationSandbox } from "#features/buyer-api/rest/activations/sandbox/routes.ts";
import { restBalanceRoutes, restBalanceSandbox } from "#features/buyer-api/rest/balance/routes.ts";
import { restCountryRoutes } from "#features/buyer-api/rest/countries/routes.ts";
import { restKeyRoutes } from "#features/buyer-api/rest/keys/routes.ts";
import { restLimitRoutes } from "#features/buyer-api/rest/limits/routes.ts";
import { restOfferRoutes } from "#features/buyer-api/rest/offers/routes.ts";
import { restRentalRoutes } from "#features/buyer-api/rest/rentals/live/routes.ts";
import { restRentOfferRoutes } from "#features/buyer-api/rest/rentals/offers/routes.ts";
import { restRentalSandbox } from "#features/buyer-api/rest/rentals/sandbox/routes.ts";
import { rateSubject } from "#features/buyer-api/rest/rules.ts";
import { restServiceRoutes } from "#features/buyer-api/rest/services/routes.ts";
import { restWebhookRoutes } from "#features/buyer-api/rest/webhooks/routes.ts";
import type { Actor } from "#lib/api/actor.ts";
import type { Route } from "#lib/api/route.ts";
import { networkOf } from "#lib/net/network-of.ts";

/** Every endpoint of REST v1. */
export const restRoutes: readonly Route[] = [
  ...restActivationRoutes,
  // Before the rentals: their ids stand where these addresses have a word.
  ...restRentOfferRoutes,
  ...restRentalRoutes,
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
  ...restRentalSandbox,
  ...restBalanceSandbox,
];

/** Whose calls are counted together. */
export function restSubjectOf(actor: Actor, ip: string): string {
  return rateSubject(actor, networkOf(ip));
}
