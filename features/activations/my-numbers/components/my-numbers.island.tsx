"use client";

import { Hash, SearchX } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { FileButton } from "#components/layout/file-button.island.tsx";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { FiltersButton } from "#components/ui/list-filters.tsx";
import { ListEnd } from "#components/ui/list-tail.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { useAddressFilters } from "#components/ui/use-address-filters.ts";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { NumberLine, numberGrid } from "#features/activations/my-numbers/components/number-line.tsx";
import { downloadNumbers, useMyNumbers } from "#features/activations/my-numbers/my-numbers.client.ts";
import type { MyNumbersPage, NumberChoices } from "#features/activations/my-numbers/my-numbers.contract.ts";
import {
  type NumberFilters,
  noNumberFilters,
  numberStatuses,
} from "#features/activations/my-numbers/my-numbers.rules.ts";
import { ORDER_FILTERS_ID, OrderFilters } from "#features/catalogue/components/order-filters.tsx";
import { filtersQuery, isNarrowed } from "#lib/http/address-filters.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

type MyNumbersProps = {
  /** As the address had them. */
  filters: NumberFilters;
  choices: NumberChoices;
  /** The first numbers for these filters, as the page was rendered. */
  initial: MyNumbersPage;
  rubPerUsd: number | null;
};

/** Digits are asked for once the typing pauses. */
const TYPING_MS = 300;

/** Every number of the account: filters, lines, further pages on demand, the file. */
export function MyNumbers({ filters: initialFilters, choices, initial, rubPerUsd }: MyNumbersProps) {
  const t = useTranslations("activations.myNumbers");
  const words = useTranslations("catalogue.orders");
  const [filters, change] = useAddressFilters(initialFilters, filtersQuery);
  const asked = useDebounced(filters, TYPING_MS);
  const list = useMyNumbers(asked, initialFilters, initial);
  const [areFiltersOpen, setFiltersOpen] = useState(false);
  const isBusy = list.isPlaceholderData || asked !== filters;
  const clear = () => change(noNumberFilters);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-end gap-3">
        <FiltersButton
          controls={ORDER_FILTERS_ID}
          isActive={isNarrowed(filters)}
          isOpen={areFiltersOpen}
          onClick={() => setFiltersOpen(!areFiltersOpen)}
        >
          {words("filters.open")}
        </FiltersButton>
        <FileButton
          download={() => downloadNumbers(filters)}
          done={words("export.done")}
          failed={words("export.failed")}
        >
          {words("export.open")}
        </FileButton>
      </div>
      <OrderFilters
        filters={filters}
        statuses={numberStatuses.map((status) => ({ value: status, text: t(`status.${status}`) }))}
        choices={choices}
        onChange={({ status, ...rest }) =>
          change(status === undefined ? rest : { ...rest, status: status as NumberFilters["status"] })
        }
        isNarrowed={isNarrowed(filters)}
        onClear={clear}
        isOpen={areFiltersOpen}
        digitsLabel={t("digits")}
      />
      <Card aria-busy={isBusy} className={cx(isBusy && "opacity-60")}>
        <Numbers list={list} filters={filters} onClear={clear} rubPerUsd={rubPerUsd} />
      </Card>
    </div>
  );
}

type NumbersProps = {
  list: ReturnType<typeof useMyNumbers>;
  filters: NumberFilters;
  onClear: () => void;
  rubPerUsd: number | null;
};

function Numbers({ list, filters, onClear, rubPerUsd }: NumbersProps) {
  const words = useTranslations("catalogue.orders");
  const locale = localeFromTag(useLocale());
  const { data, isPending, hasNextPage } = list;
  if (isPending) return <ListSkeleton rows={8} label={words("loading")} />;
  if (!data) {
    return (
      <QueryFailure query={list} title={words("failed")}>
        <p>{words("failedText")}</p>
      </QueryFailure>
    );
  }
  const numbers = data.pages.flatMap((page) => page.numbers);
  return (
    <>
      {numbers.length === 0 ? (
        <Nothing filters={filters} hasMore={hasNextPage} onClear={onClear} />
      ) : (
        <>
          <Columns />
          <ol className="divide-y divide-line">
            {numbers.map((number) => (
              <NumberLine key={number.id} number={number} locale={locale} rubPerUsd={rubPerUsd} />
            ))}
          </ol>
        </>
      )}
      <ListEnd
        query={list}
        more={numbers.length === 0 ? words("lookFurther") : words("more")}
        failed={words("failed")}
        failedText={words("failedText")}
      />
    </>
  );
}

function Columns() {
  const t = useTranslations("activations.myNumbers.columns");
  return (
    <div
      aria-hidden="true"
      className={cx(
        "hidden border-line border-b px-4 py-2.5 font-medium text-muted text-xs lg:grid",
        numberGrid,
      )}
    >
      <span>{t("number")}</span>
      <span>{t("service")}</span>
      <span>{t("code")}</span>
      <span>{t("date")}</span>
      <span className="text-right">{t("price")}</span>
    </div>
  );
}

type NothingProps = { filters: NumberFilters; hasMore: boolean; onClear: () => void };

function Nothing({ filters, hasMore, onClear }: NothingProps) {
  const t = useTranslations("activations");
  const words = useTranslations("catalogue.orders");
  if (isNarrowed(filters)) {
    return (
      <EmptyState
        icon={<SearchX className="size-6" />}
        title={words("nothing.title")}
        action={<Button onClick={onClear}>{words("filters.clear")}</Button>}
      >
        {hasMore ? words("nothing.soFar") : words("nothing.text")}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<Hash className="size-6" />}
      title={t("myNumbers.empty.title")}
      action={
        <LocaleLink href="/" className={buttonClasses("accent", "lg")}>
          {t("profile.empty.action")}
        </LocaleLink>
      }
    >
      {t("myNumbers.empty.text")}
    </EmptyState>
  );
}
