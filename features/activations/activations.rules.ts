import { stateTable } from "#lib/state-table.ts";

/** Minutes a number waits for its code when nothing else is configured (spec, section 9). Stored per order. */
export const holdMinutesDefault = 20;

/** What SMS say is shown for so long after the order's end, then removed. */
export const messagesKeptHours = 24;

/** An order closed so recently is still shown among the active numbers, with its refund. */
export const recentlyClosedMinutes = 15;

/**
 * Who buys asks one supplier after another, 3 s each at most: an order without a number for which nobody was asked for so long
 * has lost its process, and a repeated call takes it over.
 */
export const abandonedAfterSeconds = 5;

/** Suppliers tried one after another for one purchase. */
export const supplierAttemptsMax = 5;

export const activationStates = [
  "requested",
  "unknown",
  "waiting",
  "received",
  "completed",
  "cancelled",
  "expired",
  "banned",
  "failed",
] as const;
export type ActivationState = (typeof activationStates)[number];

/** What can happen to an order. `give_up`: no supplier has a number; `lose_track`: a supplier's answer got lost. */
export const activationEvents = [
  "assign_number",
  "lose_track",
  "give_up",
  "receive_sms",
  "ask_more",
  "finish",
  "cancel",
  "report",
  "expire",
] as const;
export type ActivationEvent = (typeof activationEvents)[number];

/**
 * The state table (spec, section 4; reliability, section 2). What is not in it cannot happen. `received` is final for
 * money: the first SMS captured it, further ones are free until the time is over.
 */
export const { nextState, statesBefore, isFinal, openStates } = stateTable<ActivationState, ActivationEvent>(
  activationStates,
  {
    requested: { assign_number: "waiting", lose_track: "unknown", give_up: "failed" },
    unknown: { assign_number: "waiting", give_up: "failed" },
    waiting: { receive_sms: "received", cancel: "cancelled", report: "banned", expire: "expired" },
    received: { receive_sms: "received", ask_more: "received", finish: "completed", expire: "completed" },
    completed: {},
    cancelled: {},
    expired: {},
    banned: {},
    failed: {},
  },
);

/** What became of the order's money, in one word per state; what the staff refunded later is in the ledger alone. */
export const moneyOf: Readonly<Record<ActivationState, "held" | "captured" | "given-back">> = {
  requested: "held",
  unknown: "held",
  waiting: "held",
  received: "captured",
  completed: "captured",
  cancelled: "given-back",
  expired: "given-back",
  banned: "given-back",
  failed: "given-back",
};
