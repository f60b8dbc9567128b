import { z } from "zod";
import { RunLine } from "#features/back-office/reconciliation/reconciliation.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const Count = z.number().int().nonnegative();

/** What waits in a queue, and for how many seconds the oldest of it has waited; null when nothing waits. */
export const Queue = z.strictObject({ count: Count, oldestSeconds: Count.nullable() });
export type Queue = z.infer<typeof Queue>;

export const Overview = z.strictObject({
  withdrawals: Queue.extend({ kopecks: Count }),
  corrections: Queue,
  /** Proposals to remove a lost second factor, which another person signs. */
  factorRemovals: Queue,
  transfers: Queue,
  claims: Queue,
  /** Large batches of coupons, which a second person approves. */
  couponBatches: Queue,
  /** Appeals of partners against fines. */
  fines: Queue,
  /** Tickets that nobody has answered since their sender wrote. */
  feedback: Queue,
  /** Reviews that nobody has looked at. */
  reviews: Queue,
  /** Comments that nobody has looked at. */
  comments: Queue,
  serviceRequests: Queue,
  partnerApplications: Queue,
  /** Payments with another amount than agreed, of the last 30 days. */
  oddPayments: Queue,
  /** Claims under the warranty of accounts; null where ready accounts are not offered. */
  accountClaims: Queue.nullable(),
  /** Applications for stores; null where ready accounts are not offered. */
  storeApplications: Queue.nullable(),
  /** Offers of accounts on sale with too little left to be bought; null where ready accounts are not offered. */
  emptyAccountOffers: Queue.nullable(),
  lastRun: RunLine.nullable(),
  /** The rate of the dollar in use, when no bank has confirmed it for a day. */
  oldRate: z.strictObject({ rubPerUsd: z.string(), heardAt: z.iso.datetime() }).nullable(),
  /** Machines whose clock differs from the database's by more than a minute. */
  wrongClocks: z.array(
    z.strictObject({
      process: z.enum(["api", "worker"]),
      machine: z.string(),
      /** Negative when it is behind. */
      aheadMs: z.number().int(),
    }),
  ),
});
export type Overview = z.infer<typeof Overview>;

export const getOverviewEndpoint = defineEndpoint({
  id: "deskGetOverview",
  method: "GET",
  path: "/desk/overview",
  tag: "desk",
  summary: "What waits for the staff",
  access: "staff",
  permission: "support",
  response: Overview,
  errors: [],
});
