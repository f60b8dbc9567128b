"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { IconInput } from "#components/ui/input.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { getJson } from "#lib/api/browser-client.ts";

type Hit = { name: string; slug: string };

const linkClasses = "touch flex items-center rounded-md px-3 py-2 font-medium text-sm hover:bg-sunken";

function Hits({
  title,
  hits,
  hrefOf,
  onNavigate,
}: {
  title: string;
  hits: Hit[];
  hrefOf: (hit: Hit) => string;
  onNavigate: () => void;
}) {
  if (hits.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="px-3 font-medium text-muted text-xs">{title}</h3>
      <ul className="mt-1">
        {hits.map((hit) => (
          <li key={hit.slug}>
            <LocaleLink href={hrefOf(hit)} onClick={onNavigate} className={linkClasses}>
              {hit.name}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Search for services and countries over the page. */
export function SearchOverlay({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations("site.search");
  const [text, setText] = useState("");
  const search = useDebounced(text.trim().toLowerCase(), 400);
  const services = useQuery({
    queryKey: ["service", "search", search],
    queryFn: () => getJson<Hit[]>("service", { params: { page: 1, "per-page": 8, search } }),
    enabled: search.length > 0,
  });
  const countries = useQuery({
    queryKey: ["country"],
    queryFn: () =>
      getJson<Hit[]>("country", { params: { fields: "name,slug,icon,icon_id,external_id,popular" } }),
    enabled: open,
    staleTime: 3_600_000,
  });
  const foundCountries = search
    ? (countries.data ?? [])
        .filter((hit) => hit.name.toLowerCase().includes(search) || hit.slug.includes(search))
        .slice(0, 5)
    : [];
  const foundServices = search ? (services.data ?? []) : [];
  const isSettled = search.length > 0 && search === text.trim().toLowerCase() && !services.isFetching;
  const close = () => onOpenChange(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} closeLabel={t("close")} side="top">
      <IconInput
        type="search"
        autoFocus
        icon={<Search className="size-4" />}
        value={text}
        onChange={(event) => setText(event.target.value)}
        placeholder={t("placeholder")}
        aria-label={t("placeholder")}
      />
      <div aria-live="polite" className="min-h-48">
        <Hits
          title={t("services")}
          hits={foundServices}
          hrefOf={(hit) => `/${hit.slug}`}
          onNavigate={close}
        />
        <Hits
          title={t("countries")}
          hits={foundCountries}
          hrefOf={(hit) => `/?country=${hit.slug}`}
          onNavigate={close}
        />
        {isSettled && foundServices.length === 0 && foundCountries.length === 0 ? (
          <p className="px-3 pt-6 text-center text-muted text-sm">{t("nothing", { text: text.trim() })}</p>
        ) : null}
        {search ? null : <p className="px-3 pt-6 text-center text-muted text-sm">{t("hint")}</p>}
      </div>
    </Dialog>
  );
}
