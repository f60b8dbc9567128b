import { restActivationRoutes } from "#features/buyer-api/rest/activations/live/routes.ts";
import { restActivationSandbox } from "#features/buyer-api/rest/activations/sandbox/routes.ts";
import { restLimitRoutes } from "#features/buyer-api/rest/limits/routes.ts";
import { rateSubject } from "#features/buyer-api/rest/rules.ts";
import { networkOf } from "#features/identity/throttle/rules.ts";
import type { Actor } from "#lib/api/actor.ts";
import type { Route } from "#lib/api/route.ts";

/** Every endpoint of REST v1. */
export const restRoutes: readonly Route[] = [...restLimitRoutes, ...restActivationRoutes];

/** What sandbox keys are answered, by the same endpoints. */
export const restSandboxAnswers: readonly Route[] = [...restActivationSandbox];

/** Whose calls are counted together. */
export function restSubjectOf(actor: Actor, ip: string): string {
  return rateSubject(actor, networkOf(ip));
}
