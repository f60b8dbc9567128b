import sql, { empty, join, type Sql } from "sql-template-tag";
import type { Holder } from "#features/identity/api-keys/key-goods.rules.ts";
import {
  accountKindsOf,
  balanceView,
  emptyBalance,
  findStretch,
  getBalanceAfter,
  type Period,
  rowsOf,
  type StatementHolder,
  type Stretch,
} from "#features/ledger/statement/histories.reads.ts";
import type {
  FilterChoices,
  StatementLine,
  StatementPage,
  Subject,
} from "#features/ledger/statement/statement.contract.ts";
import {
  availableChange,
  type Direction,
  type Move,
  moveOf,
  type Phase,
} from "#features/ledger/statement/statement.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

/** A line as the feature knows it that moved the money. */
export type LineFacts = { readonly id: number; readonly kind: string; readonly reference: string };
export type Described = {
  readonly number: string;
  readonly subject: Subject | null;
  /** Where the site shows it: a path without a language. */
  readonly page?: string;
  /** Until when what it brought waits; left out where it does not. */
  readonly dueAt?: string;
};

/**
 * What a feature below the ledger tells about its lines. Handed in from app/, since the ledger stands above all that
 * moves money and knows none of it.
 */
export type StatementSource = {
  /** The kinds of movement it knows. */
  readonly kinds: readonly string[];
  /** By id of the line; what it does not know, and orders outside the goods of the holder's key, are left out. */
  readonly describe: (
    db: Db,
    ask: Holder & { lines: readonly LineFacts[]; locale: Locale },
  ) => Promise<ReadonlyMap<number, Described>>;
  /** A condition on rows `t` of its kinds: is the row about this service? Null when there is no such service. */
  readonly ofService?: (db: Db, serviceCode: string) => Promise<Sql | null>;
  /** Services a user may want to filter by. */
  readonly listServices?: (
    db: Db,
    userId: number,
    locale: Locale,
  ) => Promise<{ code: string; name: string }[]>;
};
export type StatementSources = readonly StatementSource[];

export type LineFilter = {
  readonly direction: Direction;
  readonly kind: string | null;
  readonly service: string | null;
  /** Captures are told by the line of their hold and have none of their own. */
  readonly capturesInside: boolean;
};

export const everything: LineFilter = {
  direction: "all",
  kind: null,
  service: null,
  capturesInside: false,
};

/** The query of an endpoint that answers a page of a statement. */
type PageQuery = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timeZone: string;
  readonly direction: Direction;
  readonly kind?: string | undefined;
  readonly service?: string | undefined;
  readonly captures?: string | undefined;
  readonly cursor?: number | undefined;
  readonly limit: number;
};

/** What such a query asks of `readStatement`. */
export function askedOf({ from, to, timeZone, cursor, limit, ...filter }: PageQuery) {
  const { direction, kind = null, service = null, captures } = filter;
  return {
    period: { from: from ?? null, to: to ?? null, timeZone },
    filter: { direction, kind, service, capturesInside: captures === "inside" },
    before: cursor ?? null,
    limit,
  };
}

/** One page of a balance's statement, newest first. `before` is the version of the last line seen. */
export async function readStatement(
  db: Db,
  sources: StatementSources,
  ask: StatementHolder & {
    locale: Locale;
    period: Period;
    filter: LineFilter;
    before: number | null;
    limit: number;
  },
): Promise<StatementPage> {
  const stretch = await findStretch(db, ask, ask.period);
  if (!stretch) return { lines: [], nextCursor: null, opening: emptyBalance, closing: emptyBalance };
  const { first } = stretch;
  const last = ask.before === null ? stretch.last : Math.min(stretch.last, ask.before - 1);
  const [found, opening, closing] = await Promise.all([
    listRows(db, sources, { ...stretch, last }, ask.filter, {
      newestFirst: true,
      limit: ask.limit + 1,
    }),
    getBalanceAfter(db, stretch, first - 1),
    getBalanceAfter(db, stretch, Math.max(stretch.last, first - 1)),
  ]);
  const shown = found.slice(0, ask.limit);
  const hasMore = found.length > shown.length;
  return {
    lines: await toLines(db, sources, shown, ask),
    nextCursor: hasMore ? String(shown.at(-1)?.version) : null,
    opening,
    closing,
  };
}

/** The lines of a stretch from its beginning, each movement its own, for downloads. */
export async function listLinesForward(
  db: Db,
  sources: StatementSources,
  stretch: Stretch,
  ask: Holder & { locale: Locale; limit: number },
): Promise<StatementLine[]> {
  const found = await listRows(db, sources, stretch, everything, { newestFirst: false, limit: ask.limit });
  return toLines(db, sources, found, ask);
}

type Row = {
  id: number;
  version: number;
  at: Date;
  kind: string;
  phase: Phase;
  isCredit: boolean;
  amount: number;
  reference: string;
  reason: string | null;
  posted: number;
  held: number;
  outcomeId: number | null;
  outcomePhase: Phase | null;
  outcomeReason: string | null;
  outcomeAt: Date | null;
};

async function listRows(
  db: Db,
  sources: StatementSources,
  stretch: Stretch,
  filter: LineFilter,
  page: { newestFirst: boolean; limit: number },
): Promise<Row[]> {
  const statement = await statementOf(db, sources, stretch, filter, page);
  return statement ? rows<Row>(db, statement) : [];
}

/** The statement behind a page; null when a filter can match nothing. Exported for the test of its plan. */
export async function statementOf(
  db: Db,
  sources: StatementSources,
  stretch: Stretch,
  filter: LineFilter,
  { newestFirst, limit }: { newestFirst: boolean; limit: number },
): Promise<Sql | null> {
  const ofService = filter.service === null ? empty : await serviceCondition(db, sources, filter.service);
  const { first, last } = stretch;
  if (first > last || ofService === null) return null;
  const conditions = [
    sql`t.account_version between ${first} and ${last}`,
    ...(stretch.isReckoned ? storeConditions(filter) : filterConditions(filter)),
    ...(ofService === empty ? [] : [ofService]),
  ];
  return sql`select t.id, t.account_version as version, t.created_at as at, t.kind, t.phase,
      t.credit_account_id = t.account_id as "isCredit", t.amount_kopecks as amount, t.reference, t.reason,
      t.posted_after_kopecks as posted, t.held_after_kopecks as held,
      o.id as "outcomeId", o.phase as "outcomePhase", o.reason as "outcomeReason", o.created_at as "outcomeAt"
    from ${rowsOf(stretch)} left join ledger_transfers o on o.pending_id = t.id and t.phase = 'pending'
    where ${join(conditions, " and ")}
    order by t.account_version ${newestFirst ? sql`desc` : sql`asc`} limit ${limit}`;
}

/** Conditions stand as the partial indexes have them (0024_ledger_statement.sql), so that these can serve. */
const isRare = sql`(t.phase = 'void' or t.kind <> 'activation')`;

function filterConditions({ direction, kind, capturesInside }: LineFilter): Sql[] {
  return [
    ...(direction === "incoming"
      ? [isRare, sql`(t.phase = 'void' or t.phase = 'single' and t.credit_account_id = t.account_id)`]
      : []),
    ...(direction === "outgoing"
      ? [sql`(t.phase in ('pending', 'post') or t.phase = 'single' and t.debit_account_id = t.account_id)`]
      : []),
    ...(kind === null ? [] : [sql`t.kind = ${kind}`]),
    ...(kind === null || kind === "activation" ? [] : [sql`t.kind <> 'activation'`]),
    ...(capturesInside ? [sql`t.phase <> 'post'`] : []),
  ];
}

/** The same for what a store earned: what waits came in, and can be withdrawn later. */
function storeConditions({ direction, kind, capturesInside }: LineFilter): Sql[] {
  return [
    ...(direction === "incoming"
      ? [sql`(t.phase = 'void' or t.kind in ('store_share', 'store_accrual'))`]
      : []),
    ...(direction === "outgoing"
      ? [sql`(t.phase in ('pending', 'post') or t.kind = 'store_share_reversal')`]
      : []),
    ...(kind === null ? [] : [sql`t.kind = ${kind}`]),
    ...(capturesInside ? [sql`t.phase <> 'post'`] : []),
  ];
}

async function serviceCondition(db: Db, sources: StatementSources, service: string): Promise<Sql | null> {
  const known: Sql[] = [];
  for (const { kinds, ofService } of sources) {
    const condition = await ofService?.(db, service);
    if (condition)
      known.push(sql`case when t.kind in (${join([...kinds])}) then ${condition} else false end`);
  }
  return known.length === 0 ? null : sql`(${join(known, " or ")})`;
}

async function toLines(
  db: Db,
  sources: StatementSources,
  found: readonly Row[],
  { userId, key, locale }: Holder & { locale: Locale },
): Promise<StatementLine[]> {
  const told = await Promise.all(
    sources.map(({ kinds, describe }) => {
      const lines = found.filter(({ kind }) => kinds.includes(kind));
      return lines.length === 0 ? new Map<number, Described>() : describe(db, { userId, key, lines, locale });
    }),
  );
  return found.map((row) => toLine(row, told.find((known) => known.has(row.id))?.get(row.id), locale));
}

function toLine(row: Row, told: Described | undefined, locale: Locale): StatementLine {
  const move = moveOf(row);
  return {
    id: row.id,
    version: row.version,
    at: row.at.toISOString(),
    number: told?.number ?? String(row.id),
    kind: row.kind,
    kindText: kindText(locale, row.kind),
    move,
    moveText: moveText(locale, move),
    reason: row.reason,
    reasonText: reasonText(locale, row.reason),
    subject: told?.subject ?? null,
    page: told?.page ?? null,
    dueAt: told?.dueAt ?? null,
    amountKopecks: row.amount,
    changeKopecks: availableChange(move, row.amount),
    after: balanceView(row.posted, row.held),
    outcome: outcomeOf(row, locale),
  };
}

function outcomeOf(row: Row, locale: Locale): StatementLine["outcome"] {
  if (row.outcomeId === null || row.outcomeAt === null) return null;
  const move = row.outcomePhase === "post" ? "capture" : "give_back";
  return {
    id: row.outcomeId,
    at: row.outcomeAt.toISOString(),
    move,
    moveText: moveText(locale, move),
    reasonText: reasonText(locale, row.outcomeReason),
  };
}

/** A kind of movement in words. */
export function kindText(locale: Locale, kind: string): string {
  return translateMessage(locale, `ledger.kinds.${kind}`);
}

function moveText(locale: Locale, move: Move): string {
  return translateMessage(locale, `ledger.moves.${move}`);
}

/** A reason in words, or null for one that is told by the line itself (the method of a top-up) or by nobody. */
function reasonText(locale: Locale, reason: string | null): string | null {
  if (reason === null) return null;
  if (/^\d{4}-W\d\d$/.test(reason)) return translateMessage(locale, "ledger.reasons.week", { week: reason });
  if (!/^[a-z_]{1,60}$/.test(reason)) return null;
  const key = `ledger.reasons.${reason}`;
  const text = translateMessage(locale, key);
  return text === key ? null : text;
}

/** What a statement can be filtered by: every kind that moves such a balance, and the services its sources name. */
export async function listFilterChoices(
  db: Db,
  sources: StatementSources,
  { userId, balance }: Pick<StatementHolder, "userId" | "balance">,
  locale: Locale,
): Promise<FilterChoices> {
  const [kinds, ...services] = await Promise.all([
    rows<{ kind: string }>(
      db,
      sql`select kind from ledger_kinds where array[debit_kind, credit_kind] && ${[...accountKindsOf(balance)]}::text[]`,
    ),
    ...sources.map((source) => source.listServices?.(db, userId, locale) ?? []),
  ]);
  const byCode = new Map(services.flat().map((service) => [service.code, service]));
  return {
    kinds: kinds
      .map(({ kind }) => ({ kind, text: kindText(locale, kind) }))
      .toSorted((a, b) => a.text.localeCompare(b.text)),
    services: [...byCode.values()].toSorted((a, b) => a.name.localeCompare(b.name)),
  };
}
