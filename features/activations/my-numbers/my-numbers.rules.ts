import type { ActivationState } from "#features/activations/activations.rules.ts";
import {
  type GoodsAsk,
  type GoodsFilters,
  noGoodsFilters,
  orderFileName,
  readGoodsFilters,
} from "#features/catalogue/order-lists/order-lists.rules.ts";
import type { AddressQuery } from "#lib/http/address-filters.ts";

/** What became of a number, in the words of its owner. */
export const numberStatuses = ["open", "completed", "given-back"] as const;
export type NumberStatus = (typeof numberStatuses)[number];

/** Orders that never got a number are none of somebody's numbers. */
export const statesOfStatus: Readonly<Record<NumberStatus, readonly ActivationState[]>> = {
  open: ["requested", "unknown", "waiting", "received"],
  completed: ["completed"],
  "given-back": ["cancelled", "expired", "banned"],
};

/** What somebody has chosen on the page; `number` finds the order's number too. */
export type NumberFilters = GoodsFilters & { readonly status: NumberStatus | "" };

export const noNumberFilters: NumberFilters = { status: "", ...noGoodsFilters };

/** The filters in an address; what makes no sense there is left out. */
export function readNumberFilters(query: AddressQuery): NumberFilters {
  return {
    status: numberStatuses.find((status) => status === query.status) ?? "",
    ...readGoodsFilters(query),
  };
}

/** `numbers-2026-11-01-2026-11-30.csv`; days that are open are left out. */
export function numbersFileName(days: Pick<GoodsAsk, "from" | "to">): string {
  return orderFileName("numbers", days);
}
