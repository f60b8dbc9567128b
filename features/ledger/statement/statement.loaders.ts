import "server-only";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import type { StatementHolder } from "#features/ledger/statement/histories.reads.ts";
import type { FilterChoices, StatementPage } from "#features/ledger/statement/statement.contract.ts";
import {
  listFilterChoices,
  readStatement,
  type StatementSources,
} from "#features/ledger/statement/statement.reads.ts";
import { type Filters, isFiltered, limits, readFilters } from "#features/ledger/statement/statement.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export type HistoryPage = {
  readonly filters: Filters;
  readonly choices: FilterChoices;
  /** The first lines; null with days in the address, whose time zone only the browser knows. */
  readonly initial: StatementPage | null;
  /** No money has ever moved: the way to the first top-up is the page's one thing to do. */
  readonly isEmpty: boolean;
};

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** What the balance history begins with; a guest is sent to sign in. */
export async function loadHistory(
  locale: Locale,
  query: Query,
  sources: StatementSources,
): Promise<HistoryPage> {
  const { userId } = await requireViewer(locale);
  return loadStatement({ userId, balance: "user" }, locale, query, sources);
}

/** What the statement of a proven holder's balance begins with. */
export async function loadStatement(
  holder: StatementHolder,
  locale: Locale,
  query: Query,
  sources: StatementSources,
): Promise<HistoryPage> {
  const db = pageDb();
  const filters = readFilters(query);
  const { direction, kind, service, from, to } = filters;
  const [choices, initial] = await Promise.all([
    listFilterChoices(db, sources, holder, locale),
    from === "" && to === ""
      ? readStatement(db, sources, {
          ...holder,
          locale,
          period: { from: null, to: null, timeZone: "UTC" },
          filter: { direction, kind: kind || null, service: service || null, capturesInside: true },
          before: null,
          limit: limits.pageDefault,
        })
      : null,
  ]);
  const isEmpty = initial?.lines.length === 0 && direction === "all" && !isFiltered(filters);
  return { filters, choices, initial, isEmpty };
}
