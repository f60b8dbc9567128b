import type { ActivationState } from "#features/activations/activations.rules.ts";
import {
  type GoodsAsk,
  type GoodsFilters,
  noGoodsFilters,
  orderFileName,
  readGoodsFilters,
} from "#features/catalogue/order-lists/order-lists.rules.ts";
import type { RentalView } from "#features/rentals/rentals.contract.ts";
import type { RentalState } from "#features/rentals/rentals.rules.ts";
import type { AddressQuery } from "#lib/http/address-filters.ts";

/** Bought for one service's codes, or rented for a time. */
export const numberKinds = ["activation", "rental"] as const;
export type NumberKind = (typeof numberKinds)[number];

/** What became of a number, in the words of its owner. */
export const numberStatuses = ["open", "completed", "given-back"] as const;
export type NumberStatus = (typeof numberStatuses)[number];

/** Orders that never got a number are none of somebody's numbers. */
export const orderStates: Readonly<Record<NumberStatus, readonly ActivationState[]>> = {
  open: ["requested", "unknown", "waiting", "received"],
  completed: ["completed"],
  "given-back": ["cancelled", "expired", "banned"],
};

export const rentalStatesOf: Readonly<Record<NumberStatus, readonly RentalState[]>> = {
  open: ["requested", "active", "received"],
  completed: ["expired"],
  "given-back": ["canceled"],
};

/** SMS that the list shows of a rental, the newest; the rest is among the rentals. */
export const rentalMessagesInList = 3;

/** What a rental cost with its extensions, in kopecks. */
export function rentalTotalKopecks({
  priceKopecks,
  extensions,
}: Pick<RentalView, "priceKopecks" | "extensions">): number {
  return extensions.reduce((total, extension) => total + extension.priceKopecks, priceKopecks);
}

/** What somebody has chosen on the page; "" lets everything through, and `number` finds the order's number too. */
export type NumberFilters = GoodsFilters & {
  readonly kind: NumberKind | "";
  readonly status: NumberStatus | "";
};

export const noNumberFilters: NumberFilters = { kind: "", status: "", ...noGoodsFilters };

/** The filters in an address; what makes no sense there is left out. */
export function readNumberFilters(query: AddressQuery): NumberFilters {
  return {
    kind: numberKinds.find((kind) => kind === query.kind) ?? "",
    status: numberStatuses.find((status) => status === query.status) ?? "",
    ...readGoodsFilters(query),
  };
}

/** `numbers-2026-11-01-2026-11-30.csv`; days that are open are left out. */
export function numbersFileName(days: Pick<GoodsAsk, "from" | "to">): string {
  return orderFileName("numbers", days);
}
