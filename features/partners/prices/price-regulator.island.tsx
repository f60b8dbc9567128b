"use client";

import { Tags } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Field } from "#components/ui/field.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Select } from "#components/ui/select.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { BulkChange } from "#features/partners/prices/components/bulk-change.island.tsx";
import { PriceRow } from "#features/partners/prices/components/price-row.island.tsx";
import { usePrices } from "#features/partners/prices/prices.client.ts";
import { type PriceState, priceRules, priceStates } from "#features/partners/prices/prices.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** The partner's prices beside everybody else's: search, filter, change one or all that are shown. */
export function PriceRegulator() {
  const t = useTranslations("partners.prices");
  const money = useMoneyText();
  const id = useId();
  const [search, setSearch] = useState("");
  const [state, setState] = useState<PriceState>("all");
  const shown = { search: useDebounced(search.trim(), 300), state };
  const prices = usePrices(shown);
  const [first] = prices.data?.pages ?? [];
  const rows = prices.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_14rem]">
        <TextField
          id={`${id}-search`}
          label={t("search")}
          type="search"
          autoComplete="off"
          value={search}
          maxLength={80}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Field id={`${id}-state`} label={t("state")}>
          <Select
            id={`${id}-state`}
            value={state}
            onChange={(event) => setState(event.target.value as PriceState)}
          >
            {priceStates.map((one) => (
              <option key={one} value={one}>
                {t(`states.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {first && first.total > 0 && state !== "unpriced" ? <BulkChange shown={shown} /> : null}
      {first ? (
        <p className="text-muted text-sm">
          {t("total", { count: first.total, shown: formatNumber(first.total) })}{" "}
          {t("rules", {
            floor: money.both(first.limits.floorKopecks),
            ceiling: money.both(first.limits.ceilingKopecks),
            times: priceRules.changesPerHour,
          })}
        </p>
      ) : null}
      <Card>
        {!first ? (
          prices.error ? (
            <QueryFailure query={prices} />
          ) : (
            <Loading />
          )
        ) : rows.length === 0 ? (
          <Nothing state={state} isSearched={shown.search !== ""} />
        ) : (
          <ul className="divide-y divide-line" aria-busy={prices.isPlaceholderData}>
            {rows.map((row) => (
              <PriceRow key={`${row.service.id} ${row.country.id}`} row={row} limits={first.limits} />
            ))}
          </ul>
        )}
      </Card>
      <ListTail
        pages={prices}
        more={t("more")}
        failure={prices.error && first ? toApiProblem(prices.error).message : null}
      />
    </div>
  );
}

function Nothing({ state, isSearched }: { state: PriceState; isSearched: boolean }) {
  const t = useTranslations("partners.prices.empty");
  const why = isSearched ? "search" : state;
  return (
    <EmptyState icon={<Tags className="size-6" />} title={t(`${why}.title`)}>
      {t(`${why}.text`)}
    </EmptyState>
  );
}

function Loading() {
  const t = useTranslations("ui");
  return (
    <div role="status" aria-label={t("loading")} className="grid gap-3 p-5">
      {Array.from({ length: 6 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places of rows that are still to come
        <Skeleton key={at} className="h-12" />
      ))}
    </div>
  );
}
