"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { showToast, useToasts } from "#components/ui/toasts.ts";
import { NEWS_SHOWN_MS } from "#features/activations/arrivals.client.ts";
import { limitReason } from "#features/activations/limits/limit-refusals.rules.ts";
import { useKnownSearches } from "#features/activations/search/search.client.ts";
import type { SearchView } from "#features/activations/search/search.contract.ts";
import { useSearchEnds, useWatchedSearch } from "#features/activations/search/search-news.client.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

/** The page whose cards say themselves how a search has ended. */
const SEARCHES_PATH = "/profile";

/**
 * Part of every page: a search that ends without a number is told where the buyer is, with the way to its card, which says what to do
 * next. Shows nothing itself.
 */
export function SearchWatch() {
  const t = useTranslations("activations.open");
  const { data } = useKnownSearches();
  const isOnSearches = splitLocale(usePathname()).path === SEARCHES_PATH;

  const wordsOf = ({ state, refusal, service, country }: SearchView) => {
    const what = { service: service.name, country: country.name };
    const limit = limitReason(refusal);
    if (state === "refused") return t("searchRefused", { ...what, reason: refusal?.message ?? "" });
    return limit === null ? t("searchOver", what) : t("searchLimit", { ...what, reason: limit });
  };

  useSearchEnds(data, (search) => {
    if (isOnSearches || useWatchedSearch.getState().id === search.id) return;
    const id = showToast({
      type: "info",
      text: (
        <>
          {wordsOf(search)}{" "}
          <LocaleLink
            href={SEARCHES_PATH}
            onClick={() => useToasts.getState().remove(id)}
            className="font-medium text-link underline"
          >
            {t("seeSearch")}
          </LocaleLink>
        </>
      ),
      shownMs: NEWS_SHOWN_MS,
    });
  });
  return null;
}
