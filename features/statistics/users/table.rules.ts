import type { GroupView, StatisticsView } from "#features/statistics/users/users.contract.ts";

/** Columns of figures about numbers, in their order on the page. */
const numberColumns = [
  "requests",
  "numbers",
  "successes",
  "deliveryPercent",
  "medianSeconds",
  "spentKopecks",
  "cancelled",
  "expired",
  "reported",
] as const;

/** Columns of figures about ready accounts, which have neither numbers nor codes. */
const accountColumns = [
  "accountOrders",
  "accounts",
  "refused",
  "refundedAccounts",
  "returnedKopecks",
  "spentKopecks",
] as const;

export type FigureColumn = (typeof numberColumns)[number] | (typeof accountColumns)[number];

/** The columns of what was bought: beside numbers, ready accounts have one of their own where there are any. */
export function columnsOf({ kind, total }: Pick<StatisticsView, "kind" | "total">): readonly FigureColumn[] {
  if (kind === "accounts") return accountColumns;
  return total.accountOrders > 0 ? [...numberColumns, "accounts"] : numberColumns;
}

/** A column, with a minus before it from high to low. */
export type Sort = { readonly column: FigureColumn | "name"; readonly isDescending: boolean };

/** What a table is sorted by at first: days from the newest, the others from the most requested. */
export function firstSort({ kind, by }: Pick<StatisticsView, "kind" | "by">): Sort {
  const column = kind === "accounts" ? "accountOrders" : "requests";
  return { column: by === "day" ? "name" : column, isDescending: true };
}

/** The first click on a column sorts from high to low, the next one from low to high. */
export function nextSort(sort: Sort, column: Sort["column"]): Sort {
  return { column, isDescending: sort.column === column ? !sort.isDescending : true };
}

/** What a row is called: a day as 2026-11-30, or the name of its service or country. */
export function nameOf({ day, service, country }: GroupView): string {
  return day ?? service?.name ?? country?.name ?? "";
}

/** The rows in their order. Without a figure a row stands last, whichever way; equal ones go by name. */
export function sortRows(rows: readonly GroupView[], { column, isDescending }: Sort): GroupView[] {
  const sign = isDescending ? -1 : 1;
  const byName = (a: GroupView, b: GroupView) => nameOf(a).localeCompare(nameOf(b));
  return rows.toSorted((a, b) => {
    if (column === "name") return sign * byName(a, b);
    const [one, other] = [a[column], b[column]];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byName(a, b);
    return sign * (one - other) || byName(a, b);
  });
}
