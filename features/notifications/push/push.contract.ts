import { z } from "zod";
import { pushErrors } from "#features/notifications/push/push.errors.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const common = { tag: "notifications", access: "session", path: "/push-subscription" } as const;

/** Public keys are points of P-256, secrets 16 bytes (RFC 8291). */
const Subscription = z.strictObject({
  endpoint: z.url().max(2_000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/),
  }),
});

export const PushState = z.strictObject({
  /** For `PushManager.subscribe`; null where the operator has set up no push. */
  publicKey: z.string().nullable(),
  /** This session's browser is told of codes. */
  isOn: z.boolean(),
});
export type PushState = z.infer<typeof PushState>;

export const getPushEndpoint = defineEndpoint({
  ...common,
  id: "getPushSubscription",
  method: "GET",
  summary: "Whether this browser is told of codes while the site is closed",
  response: PushState,
  errors: [],
});

export const putPushEndpoint = defineEndpoint({
  ...common,
  id: "putPushSubscription",
  method: "PUT",
  summary: "Have this browser told of codes while the site is closed",
  description:
    "Takes what `PushManager.subscribe` answered. It ends with the session, and when the browser takes it back. At most ten browsers " +
    "of an account are told; the one that asked first gives way.",
  body: Subscription,
  response: PushState,
  errors: [pushErrors.PUSH_ADDRESS_FORBIDDEN, pushErrors.PUSH_UNAVAILABLE],
});

export const deletePushEndpoint = defineEndpoint({
  ...common,
  id: "deletePushSubscription",
  method: "DELETE",
  summary: "Tell this browser nothing more",
  response: PushState,
  errors: [],
});
