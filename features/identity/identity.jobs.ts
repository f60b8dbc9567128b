import {
  closeOldRecoveries,
  sendDueNotices,
} from "#features/identity/factor-recovery/recovery-notices.writes.ts";
import { mailCodeJob } from "#features/identity/mail-code/mail-code.writes.ts";
import { passwordResetMailJob } from "#features/identity/password-reset/password-reset.writes.ts";
import { registrationMailJob } from "#features/identity/registration/registration.writes.ts";
import { forgetExpired } from "#features/identity/sessions/sessions.writes.ts";
import type { Job } from "#lib/jobs/queue.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Jobs of identity; the worker runs them. */
export const identityJobs = [
  registrationMailJob,
  passwordResetMailJob,
  mailCodeJob,
] as unknown as readonly Job<never>[];

/** Sweeps of identity. */
export const identitySweeps = [
  defineSweep({ name: "identity_expired", everyMs: 60_000, run: forgetExpired }),
  defineSweep({ name: "identity_recoveries_told", everyMs: 10_000, run: sendDueNotices }),
  defineSweep({ name: "identity_recoveries_over", everyMs: 600_000, run: closeOldRecoveries }),
];
