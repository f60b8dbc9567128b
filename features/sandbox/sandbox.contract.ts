import { z } from "zod";
import { sandboxErrors } from "#features/sandbox/sandbox.errors.ts";
import { sandboxLimits } from "#features/sandbox/sandbox.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

/** A key's sandbox: its clock, its purse and what is kept. */
export const SandboxView = z.strictObject({
  /** By the sandbox's clock. */
  now: z.iso.datetime(),
  aheadSeconds: z.number().int(),
  balanceKopecks: z.number().int(),
  ordersMade: z.number().int(),
  ordersKept: z.number().int(),
});
export type SandboxView = z.infer<typeof SandboxView>;

export const getSandboxEndpoint = defineEndpoint({
  id: "getSandbox",
  method: "GET",
  path: "/sandbox",
  tag: "sandbox",
  summary: "The sandbox of this key",
  access: "user",
  scope: "read",
  response: SandboxView,
  errors: [sandboxErrors.SANDBOX_KEY_NEEDED],
});

export const moveSandboxClockEndpoint = defineEndpoint({
  id: "moveSandboxClock",
  method: "POST",
  path: "/sandbox/clock",
  tag: "sandbox",
  summary: "Move the sandbox's clock ahead",
  description: "Codes arrive and orders expire as if so many seconds had passed. Other keys keep their time.",
  access: "user",
  scope: "buy",
  body: z.strictObject({ seconds: z.number().int().min(1).max(sandboxLimits.advanceSecondsMax) }),
  response: SandboxView,
  errors: [sandboxErrors.SANDBOX_KEY_NEEDED, sandboxErrors.SANDBOX_CLOCK_TOO_FAR],
});

export const resetSandboxEndpoint = defineEndpoint({
  id: "resetSandbox",
  method: "POST",
  path: "/sandbox/reset",
  tag: "sandbox",
  summary: "Begin the sandbox anew",
  description:
    "Forgets its orders, fills its purse and sets its clock to now; the next order is its first again.",
  access: "user",
  scope: "buy",
  response: SandboxView,
  errors: [sandboxErrors.SANDBOX_KEY_NEEDED],
});
