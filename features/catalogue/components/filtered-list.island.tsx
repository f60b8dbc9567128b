"use client";

import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { IconInput } from "#components/ui/input.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { foldSearch } from "#features/catalogue/catalogue.rules.ts";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { ServiceMark } from "#features/catalogue/components/service-mark.tsx";

type ListEntry = { id: number; name: string; slug: string; icon: string | null };

type FilteredListProps = {
  entries: readonly ListEntry[];
  /** Address of an entry, with `{slug}` in it. */
  href: string;
  kind: "service" | "country";
  searchLabel: string;
  nothingLabel: string;
};

/** A long list of links in columns with a search box; the whole list is in the page. */
export function FilteredList({ entries, href, kind, searchLabel, nothingLabel }: FilteredListProps) {
  const [text, setText] = useState("");
  const wanted = foldSearch(useDeferredValue(text));
  const shown = wanted
    ? entries.filter((entry) => foldSearch(entry.name).includes(wanted) || entry.slug.includes(wanted))
    : entries;
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
      <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {shown.map((entry) => (
          <li
            key={entry.id}
            className="min-w-0 [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto]"
          >
            <LocaleLink
              href={href.replace("{slug}", entry.slug)}
              className="touch flex items-center gap-3 rounded-md px-2 py-2 text-sm hover:bg-sunken"
            >
              {kind === "service" ? (
                <ServiceMark icon={entry.icon} name={entry.name} size="sm" />
              ) : entry.icon ? (
                <Flag src={entry.icon} />
              ) : null}
              <span className="truncate">{entry.name}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
