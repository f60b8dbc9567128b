import {
  forgetServiceRequests,
  mailDecided,
  tellWhatIsOnSale,
} from "#features/community/service-requests/fulfilled-requests.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Sweeps of service requests. */
export const serviceRequestSweeps = [
  defineSweep({ name: "community: tell what is on sale", everyMs: 30_000, run: tellWhatIsOnSale }),
  defineSweep({ name: "community: mails about requests", everyMs: 5_000, run: mailDecided }),
  defineSweep({ name: "community: forget requests", everyMs: 600_000, run: forgetServiceRequests }),
];
