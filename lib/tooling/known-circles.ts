import type { KnownStep } from "#lib/tooling/topic-circles.ts";

/**
 * Steps between topics of a feature that close circles, and why they are there. This list only shrinks: a circle without a row
 * here is refused, and so is a row that closes none any more.
 */
const KNOWN: Readonly<
  Record<string, { steps: readonly (readonly [from: string, to: string])[]; because: string }>
> = {
  identity: {
    because: "ways in, sessions and the account's settings were written around one another",
    steps: [
      ["api-keys", "identity.reads.ts"],
      ["api-keys", "mail"],
      ["api-keys", "security-log"],
      ["components", "mail-code"],
      ["components", "passkeys"],
      ["components", "password-reset"],
      ["components", "second-factor"],
      ["factor-recovery", "second-factor"],
      ["form-fields.client.ts", "mail-code"],
      ["login", "factor-recovery"],
      ["login", "passkeys"],
      ["login", "second-factor"],
      ["mail", "closing"],
      ["mail-code", "email-change"],
      ["passkeys", "second-factor"],
      ["passwords", "identity.reads.ts"],
      ["registration", "email-change"],
      ["registration", "identity.writes.ts"],
      ["registration", "login"],
      ["registration", "mail-code"],
      ["security-log", "archive"],
      ["security-log", "factor-recovery"],
      ["security-log", "password-reset"],
      ["security-log", "settings"],
      ["sessions", "email-change"],
      ["sessions", "security-log"],
      ["settings", "passkeys"],
      ["settings", "second-factor"],
      ["settings", "social"],
      ["ways-in", "passkeys"],
      ["ways-in", "social"],
    ],
  },
};

/** The list as rows. */
export const knownSteps: readonly KnownStep[] = Object.entries(KNOWN).flatMap(
  ([feature, { steps, because }]) => steps.map(([from, to]) => ({ feature, from, to, because })),
);
