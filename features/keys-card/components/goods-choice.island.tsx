"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { countriesQuery, serviceSearchQuery } from "#features/catalogue/catalogue.client.ts";
import { foldSearch } from "#features/catalogue/catalogue.rules.ts";
import { type Choice, ChoiceList } from "#features/keys-card/components/choice-list.tsx";
import { serviceNamesQuery } from "#features/keys-card/keys-card.client.ts";
import { siteTimers } from "#features/site/site.rules.ts";

type GoodsChoiceProps = { ids: readonly number[]; onChange: (ids: number[]) => void };

/** The services a key may buy. */
export function ServiceChoice({ ids, onChange }: GoodsChoiceProps) {
  const t = useTranslations("buyerApi.keys.form");
  const [text, setText] = useState("");
  const search = useDebounced(text.trim(), siteTimers.serviceSearchDebounceMs);
  const query = useInfiniteQuery({ ...serviceSearchQuery(search), enabled: search !== "" });
  const known = useQuery(serviceNamesQuery(ids)).data;
  // What has just been added is known from the search, before its name has been asked for.
  const [added, setAdded] = useState<ReadonlyMap<number, string>>(new Map());
  const found: Choice[] = query.data?.pages.flatMap((page) => page.items) ?? [];
  const nameOf = (id: number) => known?.get(id) ?? added.get(id) ?? `№ ${id}`;
  return (
    <ChoiceList
      label={t("services")}
      hint={t("servicesHint")}
      chosen={ids.map((id) => ({ id, name: nameOf(id) }))}
      found={search === "" ? [] : found}
      search={text}
      isSearching={text.trim() !== search || query.isPending}
      onSearch={setText}
      onChange={(next) => {
        setAdded(new Map([...added, ...found.map(({ id, name }) => [id, name] as const)]));
        onChange(next);
      }}
    />
  );
}

/** The countries it may buy in. */
export function CountryChoice({ ids, onChange }: GoodsChoiceProps) {
  const t = useTranslations("buyerApi.keys.form");
  const [text, setText] = useState("");
  const { data, isPending } = useQuery(countriesQuery);
  const all = (data ?? []).map(({ external_id: id, name }) => ({ id, name }));
  const wanted = foldSearch(text);
  return (
    <ChoiceList
      label={t("countries")}
      hint={t("countriesHint")}
      chosen={ids.map((id) => all.find((one) => one.id === id) ?? { id, name: `№ ${id}` })}
      found={wanted === "" ? [] : all.filter(({ name }) => foldSearch(name).includes(wanted))}
      search={text}
      isSearching={isPending}
      onSearch={setText}
      onChange={onChange}
    />
  );
}
