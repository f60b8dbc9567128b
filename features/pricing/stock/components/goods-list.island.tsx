"use client";

import { Search } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type ReactNode, useDeferredValue, useState } from "react";
import { IconInput } from "#components/ui/input.tsx";
import { foldSearch } from "#features/catalogue/catalogue.rules.ts";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";
import { DeadEndFrame } from "#features/pricing/dead-end.island.tsx";
import { StockLine } from "#features/pricing/stock/components/stock-line.tsx";
import type { Stock } from "#features/pricing/stock/stock.rules.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type Goods = { id: number; name: string; slug: string; icon: string | null; stock: Stock | null };

type GoodsListProps = {
  /** Those that can be bought first. */
  entries: readonly Goods[];
  /** Address of an entry, with `{slug}` in it. */
  href: string;
  kind: "service" | "country";
  searchLabel: string;
  nothingLabel: string;
  rubPerUsd: number | null;
  /** What helps on where a search finds nothing; some that can be bought stand before it. */
  deadEnd?: ReactNode;
};

/** So many of those that can be bought are named where a search finds nothing. */
const OTHERS = 4;

/** Services or countries as links in columns with a search box: what can be bought, then what cannot. The whole list is in the page. */
export function GoodsList({ entries, searchLabel, nothingLabel, deadEnd, ...look }: GoodsListProps) {
  const t = useTranslations("pricing.stock");
  const [text, setText] = useState("");
  const wanted = foldSearch(useDeferredValue(text));
  const shown = wanted
    ? entries.filter((entry) => foldSearch(entry.name).includes(wanted) || entry.slug.includes(wanted))
    : entries;
  const inStock = shown.filter(({ stock }) => stock !== null);
  const without = shown.filter(({ stock }) => stock === null);
  return (
    <div className="grid gap-5">
      <div className="max-w-md">
        <IconInput
          type="search"
          icon={<Search className="size-4" />}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={searchLabel}
          aria-label={searchLabel}
          maxLength={60}
        />
      </div>
      {shown.length === 0 ? (
        <p role="status" className="py-8 text-muted">
          {nothingLabel}
        </p>
      ) : null}
      {shown.length === 0 && deadEnd ? (
        <>
          <section className="grid gap-3" aria-labelledby="others-with-numbers">
            <h2 id="others-with-numbers" className="font-semibold text-base">
              {t("others")}
            </h2>
            <Columns entries={entries.filter(({ stock }) => stock !== null).slice(0, OTHERS)} {...look} />
          </section>
          <DeadEndFrame serviceId={null} serviceName="" search={text.trim()}>
            {deadEnd}
          </DeadEndFrame>
        </>
      ) : null}
      <Columns entries={inStock} {...look} />
      {without.length === 0 ? null : (
        <section className="grid gap-3 border-line border-t pt-5" aria-labelledby="without-numbers">
          <h2 id="without-numbers" className="font-semibold text-base text-muted">
            {t("without")}
          </h2>
          <Columns entries={without} {...look} />
        </section>
      )}
    </div>
  );
}

type ColumnsProps = Pick<GoodsListProps, "entries" | "href" | "kind" | "rubPerUsd">;

function Columns({ entries, href, kind, rubPerUsd }: ColumnsProps) {
  const path = localizedPath(localeFromTag(useLocale()), href);
  return (
    <ul data-plain-links="" className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
      {entries.map((entry) => (
        <li key={entry.id} className="min-w-0 [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]">
          <a
            href={path.replace("{slug}", entry.slug)}
            className="touch flex items-center gap-3 rounded-md px-2 py-2 text-sm hover:bg-sunken"
          >
            {kind === "service" ? (
              <ServiceMark icon={entry.icon} name={entry.name} size="sm" />
            ) : entry.icon ? (
              <Flag src={entry.icon} />
            ) : null}
            <span className="min-w-0">
              <span className="block truncate">{entry.name}</span>
              {entry.stock ? (
                <span className="block truncate text-muted text-xs">
                  <StockLine
                    stock={entry.stock}
                    of={kind === "service" ? "numbers" : "services"}
                    rubPerUsd={rubPerUsd}
                  />
                </span>
              ) : null}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
