"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { TextFilter } from "#features/back-office/components/choice.tsx";
import { DeskError, DeskLoading } from "#features/back-office/components/desk-states.tsx";
import type { SupplierCosts } from "#features/back-office/suppliers/suppliers.contract.ts";

/** The first costs of a supplier, by country or service. */
export function CostList({ path }: { path: string }) {
  const t = useTranslations("backOffice.suppliers");
  const [word, setWord] = useState("");
  const asked = useDebounced(word.trim(), 400);
  const query = asked === "" ? "" : `?word=${encodeURIComponent(asked)}`;
  const { data, error, refetch, isFetching } = useDeskItem<SupplierCosts>(`${path}/costs${query}`);
  return (
    <div className="grid gap-4 px-5 py-4 text-sm">
      <div className="max-w-80">
        <TextFilter label={t("costsWord")} value={word} onChange={setWord} />
      </div>
      {data ? (
        <Rows costs={data} />
      ) : error ? (
        <DeskError error={error} busy={isFetching} retry={() => void refetch()} />
      ) : (
        <DeskLoading rows={3} />
      )}
    </div>
  );
}

function Rows({ costs: { items, hasMore } }: { costs: SupplierCosts }) {
  const t = useTranslations("backOffice.suppliers");
  if (items.length === 0) return <p className="text-muted">{t("costsEmpty")}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {items.map(({ kind, country, service, costKopecks }) => (
          <li
            key={`${kind} ${country.word} ${service?.word}`}
            className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-1.5"
          >
            <span className="wrap-anywhere">
              {country.name}, {service?.name ?? t("wholeNumber")}{" "}
              <span className="text-muted">{t(`costKinds.${kind}`)}</span>
            </span>
            <span className="tabular font-semibold">{displayRoubles(costKopecks)}</span>
          </li>
        ))}
      </ul>
      {hasMore ? <p className="text-muted">{t("costsMore")}</p> : null}
    </>
  );
}
