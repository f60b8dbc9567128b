import { isDay } from "#features/ledger/statement/statement.rules.ts";
import {
  type SuppliedKind,
  type SuppliedStatus,
  suppliedKinds,
  suppliedStatuses,
} from "#features/statistics/supplied/supplied.rules.ts";

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

/** The digits of what was typed or pasted: `+62 811-000` is `62811000`. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "").slice(0, 15);
}

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The filters in an address; what makes no sense there is left out. */
export function readHistoryFilters(query: Query): HistoryFilters {
  const text = (name: string, pattern: RegExp) => {
    const value = query[name];
    return typeof value === "string" && pattern.test(value) ? value : "";
  };
  const day = (name: string) => {
    const value = query[name];
    return typeof value === "string" && isDay(value) ? value : "";
  };
  const [from, to] = [day("from"), day("to")];
  return {
    kind: suppliedKinds.find((kind) => kind === query.kind) ?? "activation",
    status: suppliedStatuses.find((status) => status === query.status) ?? "",
    service: text("service", serviceCodePattern),
    country: text("country", countryIdPattern),
    number: text("number", digitsPattern),
    ...(from && to && from > to ? { from: "", to: "" } : { from, to }),
  };
}

/** The filters that are set, by name, as an address and the API have them. */
export function setFilters(filters: HistoryFilters): Record<string, string> {
  const { kind, ...rest } = filters;
  return {
    ...(kind === "activation" ? {} : { kind }),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== "")),
  };
}

/** The same as an address has them: `?status=cancelled&service=tg`, or nothing. */
export function historyQuery(filters: HistoryFilters): string {
  const text = new URLSearchParams(setFilters(filters)).toString();
  return text === "" ? "" : `?${text}`;
}

/** Is anything chosen beside the kind? */
export function isNarrowed({ kind: _, ...rest }: HistoryFilters): boolean {
  return Object.values(rest).some((value) => value !== "");
}

/** `activations-2026-11-01-2026-11-30.csv`; days that are open are left out. */
export function orderFileName({ kind, from, to }: OrderFile): string {
  return `${[`${kind}s`, from, to].filter(Boolean).join("-")}.csv`;
}
type OrderFile = { kind: SuppliedKind; from?: string | undefined; to?: string | undefined };
