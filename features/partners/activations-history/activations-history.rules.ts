import {
  type GoodsAsk,
  type GoodsFilters,
  noGoodsFilters,
  orderFileName,
  readGoodsFilters,
} from "#features/catalogue/order-lists/order-lists.rules.ts";
import {
  type SuppliedKind,
  type SuppliedStatus,
  suppliedKinds,
  suppliedStatuses,
} from "#features/statistics/supplied/supplied.rules.ts";
import { type AddressQuery, filtersQuery, isNarrowed, setFilters } from "#lib/http/address-filters.ts";

/** What a partner has chosen on the page. */
export type HistoryFilters = GoodsFilters & {
  readonly kind: SuppliedKind;
  readonly status: SuppliedStatus | "";
};

export const noHistoryFilters: HistoryFilters = { kind: "activation", status: "", ...noGoodsFilters };

/** The filters in an address; what makes no sense there is left out. */
export function readHistoryFilters(query: AddressQuery): HistoryFilters {
  return {
    kind: suppliedKinds.find((kind) => kind === query.kind) ?? "activation",
    status: suppliedStatuses.find((status) => status === query.status) ?? "",
    ...readGoodsFilters(query),
  };
}

/** The filters that are set, by name, as an address and the API have them. */
export function setHistoryFilters(filters: HistoryFilters): Record<string, string> {
  return setFilters(withoutUsualKind(filters));
}

/** The same as an address has them: `?status=cancelled&service=tg`, or nothing. */
export function historyQuery(filters: HistoryFilters): string {
  return filtersQuery(withoutUsualKind(filters));
}

const withoutUsualKind = ({ kind, ...rest }: HistoryFilters) => ({
  kind: kind === "activation" ? "" : kind,
  ...rest,
});

/** Is anything chosen beside the kind? */
export function isHistoryNarrowed({ kind: _, ...rest }: HistoryFilters): boolean {
  return isNarrowed(rest);
}

/** `activations-2026-11-01-2026-11-30.csv`; days that are open are left out. */
export function historyFileName({ kind, ...days }: OrderFile): string {
  return orderFileName(`${kind}s`, days);
}
type OrderFile = Pick<GoodsAsk, "from" | "to"> & { kind: SuppliedKind };
