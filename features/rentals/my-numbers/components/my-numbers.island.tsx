"use client";

import { Hash } from "lucide-react";
import { useTranslations } from "next-intl";
import { buttonClasses } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import { useAddressFilters } from "#components/ui/use-address-filters.ts";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { OrderList, TYPING_MS } from "#features/catalogue/order-lists/components/order-list.island.tsx";
import type { GoodsChoices } from "#features/catalogue/order-lists/order-lists.rules.ts";
import { NumberLine, numberGrid } from "#features/rentals/my-numbers/components/number-line.tsx";
import { RentalLine } from "#features/rentals/my-numbers/components/rental-line.tsx";
import { downloadNumbers, useMyNumbers } from "#features/rentals/my-numbers/my-numbers.client.ts";
import type { MyNumbersPage } from "#features/rentals/my-numbers/my-numbers.contract.ts";
import {
  type NumberFilters,
  noNumberFilters,
  numberKinds,
  numberStatuses,
} from "#features/rentals/my-numbers/my-numbers.rules.ts";
import { useRentShown } from "#features/site/site.client.ts";
import { filtersQuery, isNarrowed } from "#lib/http/address-filters.ts";

type MyNumbersProps = {
  /** As the address had them. */
  filters: NumberFilters;
  choices: GoodsChoices;
  /** The first numbers for these filters, as the page was rendered. */
  initial: MyNumbersPage;
  rubPerUsd: number | null;
  /** By configuration renting is offered to everybody. */
  isRentOpen: boolean;
};

const columns = ["number", "service", "code", "date", "price"] as const;

/** Every number of the account, bought or rented: filters, lines, further pages on demand, the file. */
export function MyNumbers({
  filters: initialFilters,
  choices,
  initial,
  rubPerUsd,
  isRentOpen,
}: MyNumbersProps) {
  const t = useTranslations("activations.myNumbers");
  const kinds = useTranslations("rentals.myNumbers.kind");
  const isRentShown = useRentShown(isRentOpen);
  const [filters, change] = useAddressFilters(initialFilters, filtersQuery);
  const asked = useDebounced(filters, TYPING_MS);
  const query = useMyNumbers(asked, initialFilters, initial);
  return (
    <OrderList
      lead={
        isRentShown || filters.kind ? (
          <SegmentedChoice
            label={kinds("label")}
            values={["", ...numberKinds]}
            chosen={filters.kind}
            onChoose={(kind) => change({ kind })}
            textOf={(kind) => kinds(kind || "all")}
          />
        ) : null
      }
      query={query}
      isBehind={asked !== filters}
      ordersOf={({ numbers }) => numbers}
      filters={filters}
      statuses={numberStatuses.map((status) => ({ value: status, text: t(`status.${status}`) }))}
      choices={choices}
      onChange={(part) => change(part as Partial<NumberFilters>)}
      isNarrowed={isNarrowed(filters)}
      onClear={() => change(noNumberFilters)}
      digitsLabel={t("digits")}
      columns={{ names: columns.map((name) => t(`columns.${name}`)), grid: numberGrid }}
      line={(number) =>
        number.kind === "rental" ? (
          <RentalLine key={number.id} rental={number} {...{ rubPerUsd, isRentShown }} />
        ) : (
          <NumberLine key={number.id} number={number} rubPerUsd={rubPerUsd} />
        )
      }
      empty={<NoNumbers />}
      download={() => downloadNumbers(filters)}
    />
  );
}

function NoNumbers() {
  const t = useTranslations("activations");
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
