"use client";

import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useLocale } from "next-intl";
import { useEffect, useRef, useState, useTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { IconInput } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import {
  type PriceBase,
  type PriceQuery,
  type PriceSubject,
  pricePath,
} from "#features/pricing/table/price-table.rules.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

const TYPING_MS = 250;

type At = { base: PriceBase; query: PriceQuery };

type SubjectProps = At & {
  subject: PriceSubject;
  options: readonly { readonly slug: string; readonly name: string }[];
  /** The table's words stay on the server but for these: the field's name, "Choose", and the button without a script. */
  words: { readonly label: string; readonly choose: string; readonly show: string };
};

/** What the table is about: choosing shows it. Without the page's script a button does. */
export function SubjectSelect({ base, subject, options, words, query }: SubjectProps) {
  const { router, locale } = useTables();
  const [isPending, startTransition] = useTransition();
  const [picked, setPicked] = useState("");
  const shown = query.subject === subject ? (query.slug ?? "") : "";
  const show = (slug: string) =>
    startTransition(() => {
      const wanted = { ...query, subject, slug, sort: "price", search: "", page: 1 } as const;
      router.push(localizedPath(locale, pricePath(base, wanted)), { scroll: false });
    });
  return (
    <form method="get" action={localizedPath(locale, base)} className="flex items-end gap-2">
      <Field id={`prices-${subject}`} label={words.label} className="min-w-0 flex-1">
        <Select
          id={`prices-${subject}`}
          name={subject}
          // The address decides, also after "back"; until it has changed, what was picked stands there.
          value={isPending ? picked : shown}
          required
          aria-busy={isPending}
          onChange={(event) => {
            setPicked(event.target.value);
            show(event.target.value);
          }}
        >
          <option value="" disabled>
            {words.choose}
          </option>
          {options.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <noscript>
        <Button type="submit">{words.show}</Button>
      </noscript>
    </form>
  );
}

/** Narrows the table while it is typed. The address says what is shown, so that it can be sent and come back to. */
export function FilterInput({ base, query, label }: At & { label: string }) {
  const { router, locale } = useTables();
  const [isPending, startTransition] = useTransition();
  const [text, setText] = useState(query.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** What was asked for here and has not been shown yet. */
  const asked = useRef<string[]>([]);
  /** The table that is shown, also for what was typed above an earlier one. */
  const seen = useRef(query);
  /** A link was pressed before what is typed here was shown. */
  const isOvertaken = useRef(false);
  const show = (search: string) => {
    if (search === (asked.current.at(-1) ?? seen.current.search)) return;
    asked.current.push(search);
    const path = localizedPath(locale, pricePath(base, { ...seen.current, search, page: 1 }));
    startTransition(() => router.replace(path, { scroll: false }));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another table is news
  useEffect(() => {
    const before = seen.current.search;
    seen.current = query;
    // Somebody may have typed between the first drawing and its effects.
    if (query.search === before) {
      if (isOvertaken.current) show(text.trim());
      isOvertaken.current = false;
      return;
    }
    const place = asked.current.lastIndexOf(query.search);
    asked.current = asked.current.slice(place + 1);
    if (place >= 0) return;
    // The address was changed by a link, not by what was typed here.
    isOvertaken.current = false;
    clearTimeout(timer.current);
    setText(query.search);
  }, [query]);
  useEffect(() => {
    // The filter that waits would undo what a link leads to: it is looked for in the table of the link instead.
    const onPress = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link === null || !leadsElsewhere(link) || ctrlKey || metaKey || shiftKey) return;
      clearTimeout(timer.current);
      asked.current = [];
      isOvertaken.current = true;
    };
    addEventListener("click", onPress, true);
    return () => {
      removeEventListener("click", onPress, true);
      clearTimeout(timer.current);
    };
  }, []);
  const type = (typed: string) => {
    setText(typed);
    isOvertaken.current = false;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => show(typed.trim()), TYPING_MS);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a form that searches, which the search element is not everywhere yet
    <form role="search" method="get" action={localizedPath(locale, base)} className="min-w-40 flex-1">
      {query.slug === null ? null : <input type="hidden" name={query.subject} value={query.slug} />}
      {query.sort === "price" ? null : <input type="hidden" name="sort" value={query.sort} />}
      <IconInput
        type="search"
        name="q"
        icon={isPending ? <Spinner className="size-4" /> : <Search className="size-4" />}
        value={text}
        onChange={(event) => type(event.target.value)}
        placeholder={label}
        aria-label={label}
        maxLength={60}
      />
    </form>
  );
}

/** False for what leaves this page as it is: a file, another window, and the table that is shown already. */
function leadsElsewhere(link: HTMLAnchorElement): boolean {
  const [to, here] = [link.href, location.href].map((address) => address.split("#")[0]);
  return !link.hasAttribute("download") && link.target === "" && to !== here;
}

function useTables() {
  return { router: useRouter(), locale: localeFromTag(useLocale()) };
}
