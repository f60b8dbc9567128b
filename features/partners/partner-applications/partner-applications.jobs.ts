import { registered } from "#features/identity/identity.topics.ts";
import { settleApproved } from "#features/partners/partner-applications/deciding-applications.writes.ts";
import { forgetDeclined } from "#features/partners/partner-applications/partner-applications.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";
import { subscribe } from "#lib/jobs/topics.ts";

/** A newcomer whose application was approved gets a supplier. */
export const partnerSubscribers = [
  subscribe(registered, "partners: settle approved applications", async (db) => {
    await settleApproved(db);
  }),
];

/** Sweeps of partner applications. */
export const partnerSweeps = [
  // Beside the topic: an approval and a registration of the same moment do not see each other.
  defineSweep({ name: "partners: settle approved applications", everyMs: 30_000, run: settleApproved }),
  defineSweep({ name: "partners: forget declined applications", everyMs: 3_600_000, run: forgetDeclined }),
];
