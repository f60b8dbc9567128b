"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { controlClasses } from "#components/ui/input.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import type { FieldControlProps } from "#features/api-docs/tester/components/plain-field.tsx";
import { countriesQuery, serviceSearchQuery } from "#features/catalogue/catalogue.client.ts";
import { foldSearch } from "#features/catalogue/catalogue.rules.ts";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { siteTimers } from "#features/site/site.rules.ts";

/** Something to pick: what is sent for it, and how people know it. */
type Pick = { readonly value: string; readonly name: string; readonly mark: ReactNode };

const PICKS_SHOWN = 50;

/** A service, searched by name; what is sent is its code (or number), which may be typed as well. */
export function ServiceField(props: FieldControlProps) {
  const search = useDebounced(props.value.trim(), siteTimers.serviceSearchDebounceMs);
  const query = useInfiniteQuery(serviceSearchQuery(search));
  const picks = (query.data?.pages.flatMap((page) => page.items) ?? []).map(
    ({ id, external_id, name, icon }): Pick => ({
      value: props.field.isNumeric ? String(id) : external_id,
      name,
      mark: <ServiceMark icon={icon} name={name} size="sm" />,
    }),
  );
  return <PickField {...props} picks={picks.slice(0, PICKS_SHOWN)} isSearching={query.isFetching} />;
}

/** A country, searched by name; what is sent is the protocol's id. */
export function CountryField(props: FieldControlProps) {
  const { data, isPending } = useQuery(countriesQuery);
  const wanted = foldSearch(props.value);
  const picks = (data ?? [])
    .filter(
      ({ external_id, name, slug }) =>
        [foldSearch(name), slug].some((text) => text.includes(wanted)) ||
        String(external_id).startsWith(wanted),
    )
    .map(
      ({ external_id, name, icon }): Pick => ({
        value: String(external_id),
        name,
        mark: <Flag src={icon} />,
      }),
    );
  return <PickField {...props} picks={picks.slice(0, PICKS_SHOWN)} isSearching={isPending} />;
}

function PickField({
  attributes,
  value,
  onChange,
  picks,
  isSearching,
}: FieldControlProps & { picks: readonly Pick[]; isSearching: boolean }) {
  const t = useTranslations("buyerApi.tester");
  const [picked, setPicked] = useState<Pick | null>(null);
  const known = picked?.value === value ? picked : picks.find((pick) => pick.value === value);
  return (
    <div className="grid gap-1">
      <Autocomplete.Root
        items={picks}
        filter={null}
        value={value}
        itemToStringValue={(pick: Pick) => pick.value}
        openOnInputClick
        onValueChange={(text) => {
          setPicked(picks.find((pick) => pick.value === text) ?? null);
          onChange(text);
        }}
      >
        <Autocomplete.Input
          {...attributes}
          placeholder={t("searchPlaceholder")}
          spellCheck={false}
          autoCapitalize="off"
          className={`${controlClasses} font-mono`}
        />
        <Autocomplete.Portal>
          <Autocomplete.Positioner sideOffset={4} className="z-50 outline-none">
            <Autocomplete.Popup
              aria-busy={isSearching}
              className="max-h-72 w-[var(--anchor-width)] max-w-[var(--available-width)] overflow-y-auto rounded-md border border-line-strong/25 bg-raised p-1 shadow-pop"
            >
              <Autocomplete.Empty>
                <p className="px-2 py-3 text-muted text-sm empty:hidden">
                  {isSearching ? t("searching") : t("nothingFound")}
                </p>
              </Autocomplete.Empty>
              <Autocomplete.List>
                {(pick: Pick) => (
                  <Autocomplete.Item
                    key={pick.value}
                    value={pick}
                    className="touch flex cursor-pointer items-center gap-2 rounded px-2 py-1.5 text-sm data-[highlighted]:bg-sunken"
                  >
                    {pick.mark}
                    <span className="min-w-0 flex-1 truncate">{pick.name}</span>
                    <code translate="no" className="text-muted text-xs">
                      {pick.value}
                    </code>
                  </Autocomplete.Item>
                )}
              </Autocomplete.List>
            </Autocomplete.Popup>
          </Autocomplete.Positioner>
        </Autocomplete.Portal>
      </Autocomplete.Root>
      {known ? <p className="text-sm">{known.name}</p> : null}
    </div>
  );
}
