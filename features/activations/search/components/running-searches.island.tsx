"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { limitReason } from "#features/activations/limits/limit-refusals.rules.ts";
import { SearchAgain } from "#features/activations/search/components/search-again.island.tsx";
import { SearchProgress } from "#features/activations/search/components/search-progress.tsx";
import { isRunning, useSearches, useStopSearch } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";

/** The searches that run for the user, begun on whatever device, each with its stop; and why the last ones ended without a number. */
export function RunningSearches({ rubPerUsd }: { rubPerUsd: number | null }) {
  const t = useTranslations("activations.search");
  const { data } = useSearches();
  const shown = (data ?? []).filter((search) => isRunning(search) || isNews(search, data ?? []));
  if (shown.length === 0) return null;
  return (
    <section aria-label={t("listTitle")} className="mb-4 grid gap-3">
      {shown.map((search) => (
        <SearchCard key={search.id} search={search} rubPerUsd={rubPerUsd} />
      ))}
    </section>
  );
}

/** Ended by itself without a number: the buyer who was away wants to know, until the same was searched for again. */
function isNews({ id, state, service, country }: SearchView, all: readonly SearchView[]): boolean {
  const isNewer = (other: SearchView) =>
    other.id > id && other.service.code === service.code && other.country.id === country.id;
  return (state === "over" || state === "refused") && !all.some(isNewer);
}

/** One search as a row of the list. */
function SearchCard({ search, rubPerUsd }: { search: SearchView; rubPerUsd: number | null }) {
  const t = useTranslations("activations.search");
  const { mutate, isPending } = useStopSearch();
  const { service, country } = search;
  return (
    <Card className="grid gap-3 p-4">
      <div className="flex flex-wrap items-center gap-3">
        <ServiceMark icon={service.icon} name={service.name} />
        <p className="mr-auto min-w-0 wrap-anywhere font-medium">
          {t("what", { service: service.name, country: country.name })}
        </p>
        {isRunning(search) ? (
          <Button
            busy={isPending || search.state === "stopping"}
            onClick={() => mutate(search.id)}
            aria-label={t("stopLabel", { service: service.name, country: country.name })}
          >
            {t("stop")}
          </Button>
        ) : null}
      </div>
      {isRunning(search) ? (
        <SearchProgress search={search} rubPerUsd={rubPerUsd} />
      ) : (
        <Ended search={search} rubPerUsd={rubPerUsd} />
      )}
    </Card>
  );
}

function Ended({ search, rubPerUsd }: { search: SearchView; rubPerUsd: number | null }) {
  const t = useTranslations("activations.search");
  const tShop = useTranslations("activations.shop");
  const limit = limitReason(search.refusal);
  if (search.state === "refused")
    return <p className="text-muted text-sm">{t("refused", { message: search.refusal?.message ?? "" })}</p>;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p className="mr-auto text-muted text-sm">
        {limit === null ? t("over") : tShop("noNumbersSince", { reason: limit })}
      </p>
      <SearchAgain search={search} rubPerUsd={rubPerUsd} />
    </div>
  );
}
