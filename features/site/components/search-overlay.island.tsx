"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale, useTranslations } from "next-intl";
import { type FormEvent, useEffect, useRef, useState, useTransition } from "react";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { IconInput } from "#components/ui/input.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { useDebounced } from "#components/ui/use-debounced.ts";
import { siteSearchCharacters } from "#features/site/site.rules.ts";
import { getJson } from "#lib/api/browser-client.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** As the search of the site answers: the features below know what there is to be found. */
type Hit = { title: string; href: string; lang: string };
type Found = {
  groups: { kind: string; title: string; total: number; hits: Hit[] }[];
  near: Hit[];
};

const TYPING_MS = 400;
const linkClasses = "touch flex items-center rounded-md px-3 py-2 font-medium text-sm hover:bg-sunken";
const noteClasses = "wrap-anywhere px-3 pt-6 text-center text-muted text-sm";

type HitsProps = { title: string; hits: Hit[]; onNavigate: () => void };

function Hits({ title, hits, onNavigate }: HitsProps) {
  return (
    <section className="mt-4">
      <h3 className="px-3 font-medium text-muted text-xs">{title}</h3>
      <ul className="mt-1">
        {hits.map((hit) => (
          <li key={hit.href}>
            <LocaleLink href={hit.href} lang={hit.lang} onClick={onNavigate} className={linkClasses}>
              <span className="wrap-anywhere min-w-0">{hit.title}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The search of the site over the page: the first hits of each kind; Enter shows all of them on their own page. */
export function SearchOverlay({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations("site.search");
  const router = useRouter();
  const locale = localeFromTag(useLocale());
  const [isGoing, startGoing] = useTransition();
  const [text, setText] = useState("");
  const typed = text.trim();
  const search = useDebounced(typed, TYPING_MS);
  const query = useQuery({
    queryKey: ["search", search],
    queryFn: () => getJson<Found>("search", { params: { q: search } }),
    enabled: search.length > 0,
    // The hits of a word stay while the next letter is looked for.
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const found = search === "" ? undefined : query.data;
  const isSettled = search === typed && !query.isFetching;
  const close = () => onOpenChange(false);
  const all = `/search?${new URLSearchParams({ q: typed })}`;
  const showAll = (event: FormEvent) => {
    event.preventDefault();
    if (typed === "") return;
    startGoing(() => router.push(localizedPath(locale, all)));
  };
  // The window stays until the page is there: nothing else would say that it is on its way.
  const wasGoing = useRef(false);
  useEffect(() => {
    if (wasGoing.current && !isGoing) onOpenChange(false);
    wasGoing.current = isGoing;
  }, [isGoing, onOpenChange]);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("title")} closeLabel={t("close")} side="top">
      {/* biome-ignore lint/a11y/useSemanticElements: a form that searches, which the search element is not everywhere yet */}
      <form role="search" action={localizedPath(locale, "/search")} onSubmit={showAll}>
        <IconInput
          type="search"
          name="q"
          autoFocus
          enterKeyHint="search"
          icon={isGoing ? <Spinner className="size-4" /> : <Search className="size-4" />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t("placeholder")}
          aria-label={t("placeholder")}
          maxLength={siteSearchCharacters}
        />
      </form>
      <div aria-live="polite" aria-busy={typed !== "" && !isSettled} className="min-h-48">
        {search !== "" && query.isPending ? <Waiting /> : null}
        {query.isError ? <QueryFailure query={query} /> : null}
        {found?.near.length ? <Hits title={t("near")} hits={found.near} onNavigate={close} /> : null}
        {found?.groups.map(({ kind, title, hits }) => (
          <Hits key={kind} title={title} hits={hits} onNavigate={close} />
        ))}
        {found && isSettled && found.groups.length === 0 ? (
          <p className={noteClasses}>{t("nothing", { text: typed })}</p>
        ) : null}
        {found?.groups.length ? (
          <LocaleLink href={all} onClick={close} className={`${linkClasses} mt-4 text-link underline`}>
            {t("all")}
          </LocaleLink>
        ) : null}
        {search === "" ? <p className={noteClasses}>{t("hint")}</p> : null}
      </div>
    </Dialog>
  );
}

function Waiting() {
  return (
    <div className="grid gap-3 px-3 pt-6">
      <Skeleton className="h-4 w-24" />
      <Skeleton className="h-4 w-56" />
      <Skeleton className="h-4 w-40" />
    </div>
  );
}
