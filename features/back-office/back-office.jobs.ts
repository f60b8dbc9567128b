import { forgetOldRequests } from "#features/back-office/requests.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

export const backOfficeSweeps = [
  defineSweep({
    name: "back-office: forget old keys",
    everyMs: 600_000,
    run: (db) => forgetOldRequests(db, 1_000),
  }),
];
