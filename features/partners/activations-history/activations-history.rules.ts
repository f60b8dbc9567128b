import {
  type SuppliedKind,
  type SuppliedStatus,
  suppliedKinds,
  suppliedStatuses,
} from "#features/statistics/supplied/supplied.rules.ts";
import {
  type AddressQuery,
  daysIn,
  filtersQuery,
  isNarrowed,
  setFilters,
  textIn,
} from "#lib/http/address-filters.ts";

export const historyLimits = { pageDefault: 50, pageMax: 200, exportBatch: 500 } as const;

/** What a partner has chosen on the page. Days are UTC; empty text = open. */
export type HistoryFilters = {
  readonly kind: SuppliedKind;
  readonly status: SuppliedStatus | "";
  /** The service's code. */
  readonly service: string;
  /** The country's id. */
  readonly country: string;
  /** Digits somewhere in the number. */
  readonly number: string;
  readonly from: string;
  readonly to: string;
};

export const noHistoryFilters: HistoryFilters = {
  ...{ kind: "activation", status: "", service: "", country: "", number: "", from: "", to: "" },
};

export const digitsPattern = /^\d{1,15}$/;
export const serviceCodePattern = /^[a-z0-9_]{1,10}$/;
export const countryIdPattern = /^\d{1,6}$/;

/** The filters in an address; what makes no sense there is left out. */
export function readHistoryFilters(query: AddressQuery): HistoryFilters {
  return {
    kind: suppliedKinds.find((kind) => kind === query.kind) ?? "activation",
    status: suppliedStatuses.find((status) => status === query.status) ?? "",
    service: textIn(query, "service", serviceCodePattern),
    country: textIn(query, "country", countryIdPattern),
    number: textIn(query, "number", digitsPattern),
    ...daysIn(query),
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
export function orderFileName({ kind, from, to }: OrderFile): string {
  return `${[`${kind}s`, from, to].filter(Boolean).join("-")}.csv`;
}
type OrderFile = { kind: SuppliedKind; from?: string | undefined; to?: string | undefined };
