"use client";

import { Download, ReceiptText, SearchX } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FiltersButton } from "#components/ui/list-filters.tsx";
import { ListEnd } from "#components/ui/list-tail.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { QueryFailure, type QueryFailureProps } from "#components/ui/query-failure.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import { useAddressFilters } from "#components/ui/use-address-filters.ts";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import {
  STATEMENT_FILTERS_ID,
  StatementFilters,
} from "#features/ledger/statement/components/statement-filters.tsx";
import { lineGrid, StatementLineRow } from "#features/ledger/statement/components/statement-line.tsx";
import { type StatementOf, useHistory } from "#features/ledger/statement/statement.client.ts";
import type {
  BalanceView,
  FilterChoices,
  StatementPage,
} from "#features/ledger/statement/statement.contract.ts";
import {
  directions,
  type Filters,
  isFiltered,
  noFilters,
  statementQuery,
} from "#features/ledger/statement/statement.rules.ts";
import { BalanceLine } from "#features/site/components/account-links.island.tsx";
import { useMoneyText } from "#features/site/money.client.ts";

const ExportDialog = dynamic(
  () =>
    import("#features/ledger/statement/components/export-dialog.island.tsx").then(
      (module) => module.ExportDialog,
    ),
  { ssr: false },
);

type StatementProps = StatementOf & {
  /** As the address had them. */
  filters: Filters;
  choices: FilterChoices;
  /** The first lines for these filters, when the page was rendered with them. */
  initial: StatementPage | null;
};

/** The history of a balance: tabs, filters, lines with the balance after each, further pages on demand, downloads. */
export function Statement({ filters: initialFilters, choices, initial, balance, version }: StatementProps) {
  const t = useTranslations("ledger.statement");
  const timeZone = useTimeZone();
  const [filters, change] = useAddressFilters(initialFilters, statementQuery);
  const history = useHistory({ balance, version }, filters, initialFilters, initial);
  const [isExporting, setExporting] = useState<boolean | null>(null);
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const pages = history.data?.pages;
  return (
    <div className="grid gap-4">
      {/* At the side of wide screens it always stands. */}
      {balance === "user" ? (
        <BalanceLine className="rounded-lg border border-line bg-surface py-3 lg:hidden" />
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedChoice
          label={t("tabs.label")}
          values={directions}
          chosen={filters.direction}
          onChoose={(direction) => change({ direction })}
          textOf={(direction) => t(`tabs.${direction}`)}
        />
        <FiltersButton
          controls={STATEMENT_FILTERS_ID}
          isActive={isFiltered(filters)}
          isOpen={areFiltersOpen}
          onClick={() => setFiltersOpen(!areFiltersOpen)}
        >
          {t("filters.open")}
        </FiltersButton>
        <Button icon={<Download aria-hidden="true" className="size-4" />} onClick={() => setExporting(true)}>
          {t("export.open")}
        </Button>
      </div>
      <StatementFilters filters={filters} choices={choices} onChange={change} isOpen={areFiltersOpen} />
      {pages?.[0] && (filters.from || filters.to) ? <PeriodEnds page={pages[0]} /> : null}
      <Card aria-busy={history.isPlaceholderData} className={cx(history.isPlaceholderData && "opacity-60")}>
        <Lines
          balance={balance}
          history={history}
          timeZone={timeZone}
          isNarrowed={isNarrowed(filters)}
          onClear={() => change(noFilters)}
        />
      </Card>
      {isExporting === null ? null : (
        <ExportDialog
          balance={balance}
          open={isExporting}
          onOpenChange={setExporting}
          timeZone={timeZone}
          from={filters.from}
          to={filters.to}
        />
      )}
    </div>
  );
}

function isNarrowed(filters: Filters): boolean {
  return filters.direction !== "all" || isFiltered(filters);
}

type LinesProps = Pick<StatementOf, "balance"> & {
  history: ReturnType<typeof useHistory>;
  timeZone: string;
  isNarrowed: boolean;
  onClear: () => void;
};

function Lines({ balance, history, isNarrowed, onClear }: LinesProps) {
  const t = useTranslations("ledger.statement");
  const { data, isPending } = history;
  if (isPending) return <ListSkeleton rows={8} label={t("loading")} />;
  if (!data) return <Failure query={history} />;
  const lines = data.pages.flatMap((page) => page.lines);
  if (lines.length === 0) return <Nothing balance={balance} isNarrowed={isNarrowed} onClear={onClear} />;
  return (
    <>
      <div
        aria-hidden="true"
        className={cx(
          "hidden border-line border-b px-4 py-2.5 font-medium text-muted text-xs lg:grid",
          lineGrid,
        )}
      >
        <span>{t("columns.date")}</span>
        <span>{t("columns.whatFor")}</span>
        <span>{t("columns.state")}</span>
        <span className="text-right">{t("columns.amount")}</span>
        <span className="text-right">{t("columns.balance")}</span>
      </div>
      <ol className="divide-y divide-line">
        {lines.map((line) => (
          <StatementLineRow key={line.id} line={line} />
        ))}
      </ol>
      <ListEnd query={history} more={t("more")} failed={t("failed")} failedText={t("failedText")} />
    </>
  );
}

function Failure({ query }: Pick<QueryFailureProps, "query">) {
  const t = useTranslations("ledger.statement");
  return (
    <QueryFailure query={query} title={t("failed")}>
      <p>{t("failedText")}</p>
    </QueryFailure>
  );
}

type NothingProps = Pick<LinesProps, "balance" | "isNarrowed" | "onClear">;

function Nothing({ balance, isNarrowed, onClear }: NothingProps) {
  const t = useTranslations("ledger.statement");
  if (isNarrowed) {
    return (
      <EmptyState
        icon={<SearchX className="size-6" />}
        title={t("nothing.title")}
        action={<Button onClick={onClear}>{t("filters.clear")}</Button>}
      >
        {t("nothing.text")}
      </EmptyState>
    );
  }
  if (balance !== "user") {
    return (
      <EmptyState icon={<ReceiptText className="size-6" />} title={t("empty.title")}>
        {t(`empty.${balance}Text`)}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<ReceiptText className="size-6" />}
      title={t("empty.title")}
      action={
        <LocaleLink href="/profile/pay" className={buttonClasses("accent")}>
          {t("topUp")}
        </LocaleLink>
      }
    >
      {t("empty.text")}
    </EmptyState>
  );
}

/** What there was before the first and after the last movement of the chosen days. */
function PeriodEnds({ page }: { page: StatementPage }) {
  const t = useTranslations("ledger.statement");
  const money = useMoneyText();
  const ends: readonly (readonly [string, BalanceView])[] = [
    [t("opening"), page.opening],
    [t("closing"), page.closing],
  ];
  return (
    <dl className="grid grid-cols-2 gap-3">
      {ends.map(([name, balance]) => (
        <div key={name} className="rounded-lg border border-line bg-surface px-4 py-3">
          <dt className="text-muted text-xs">{name}</dt>
          <dd className="font-semibold">
            <RatedMoney kopecks={balance.availableKopecks} />
          </dd>
          {balance.heldKopecks > 0 ? (
            <dd className="tabular text-muted text-xs">
              {t("heldAfter", { amount: money.both(balance.heldKopecks) })}
            </dd>
          ) : null}
        </div>
      ))}
    </dl>
  );
}
