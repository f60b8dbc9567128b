import { refundWindowMinutes, rentBounds } from "#features/site/site.rules.ts";
import { stateTable } from "#lib/state-table.ts";

/** A rental lasts from 4 hours to 4 weeks (spec, section 9); an extension may reach 4 weeks from now at most. */
export const rentHours = rentBounds;

/** Minutes in which a rental that got nothing is cancelled with a full refund (spec, section 9). Stored per rental. */
export const cancelMinutes = refundWindowMinutes;

/** Messages and calls are shown for so long after the end, then removed. */
export const messagesKeptDays = 7;

/** The protocol's code of the whole number: all messages of all services. */
export const fullRentCode = "full";

export const rentalStates = ["requested", "active", "received", "expired", "canceled"] as const;
export type RentalState = (typeof rentalStates)[number];

/** What can happen to a rental. `end`: its time is over; `finish`: the buyer ends it early, without money back. */
export const rentalEvents = [
  "assign_number",
  "give_up",
  "receive_sms",
  "receive_call",
  "cancel",
  "extend",
  "finish",
  "end",
] as const;
export type RentalEvent = (typeof rentalEvents)[number];

/**
 * The state table (spec, section 4). What is not in it cannot happen. Own numbers are `active` at once; `requested` is for
 * partners who are asked. The money is held in `active` until something comes or the time to cancel is over.
 */
export const { nextState, statesBefore, isFinal } = stateTable<RentalState, RentalEvent>(rentalStates, {
  requested: { assign_number: "active", give_up: "canceled" },
  active: {
    receive_sms: "received",
    receive_call: "received",
    cancel: "canceled",
    extend: "active",
    finish: "expired",
    end: "expired",
  },
  received: {
    receive_sms: "received",
    receive_call: "received",
    extend: "received",
    finish: "expired",
    end: "expired",
  },
  expired: {},
  canceled: {},
});

/** Tabs of "my rentals": still silent, those that got something (also ended ones), those that ended without. */
export const rentalTabs = ["active", "received", "canceled"] as const;
export type RentalTab = (typeof rentalTabs)[number];
/** How many rentals are in each tab. */
export type RentalCounts = Readonly<Record<RentalTab, number>>;

/** The one tab in which a rental stands. */
export function tabOf(rental: { readonly state: RentalState; readonly hasArrivals: boolean }): RentalTab {
  if (rental.hasArrivals) return "received";
  return isFinal(rental.state) ? "canceled" : "active";
}

export const rentUnits = ["hours", "days"] as const;
export type RentUnit = (typeof rentUnits)[number];

/** A time given in hours or days, in hours; null outside 4 hours to 4 weeks. */
export function hoursOf(amount: number, unit: RentUnit): number | null {
  const hours = unit === "days" ? amount * 24 : amount;
  return Number.isInteger(hours) && hours >= rentHours.min && hours <= rentHours.max ? hours : null;
}

/** What can be rented of all services is counted again after so long: it looks at every number. */
export const stockKeptMs = 10_000;

/** Rentals of one page of "my rentals". */
export const rentalsPerPage = 40;
/** Messages and calls that one answer shows of a rental. */
export const messagesShown = 200;

/** Which stretch of a list a page is; page and size are clamped to what exists (at most 100 a page). */
export function windowOf(totalCount: number, input: { readonly page: number; readonly perPage: number }) {
  const perPage = Math.min(Math.max(1, Math.trunc(input.perPage)), 100);
  const pageCount = Math.ceil(totalCount / perPage);
  const page = Math.min(Math.max(1, Math.trunc(input.page)), Math.max(1, pageCount));
  return { page, perPage, pageCount, totalCount, start: (page - 1) * perPage };
}
