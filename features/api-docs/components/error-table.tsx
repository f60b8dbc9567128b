import { Badge } from "#components/ui/badge.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { InlineCode, RichText } from "#features/api-docs/components/rich-text.tsx";
import { errorCatalogue } from "#features/api-docs/error-pages/error-pages.rules.ts";
import { type DocsWords, type Facts, wordFor } from "#features/api-docs/words/words.rules.ts";
import { errorSlug } from "#lib/errors/app-error.ts";

/** Every code with its status and what it means; each leads to its page. */
export function ErrorTable({ words, facts }: { words: DocsWords; facts: Facts }) {
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {errorCatalogue.map((entry) => (
        <li
          key={entry.code}
          className="grid gap-x-4 gap-y-1 px-3 py-2.5 text-sm md:grid-cols-[17rem_5rem_minmax(0,1fr)]"
        >
          <LocaleLink
            href={`/docs/errors/${errorSlug(entry.code)}`}
            className="min-w-0 underline decoration-line-strong/50"
          >
            <InlineCode>{entry.code}</InlineCode>
          </LocaleLink>
          <span>{entry.status === null ? <Badge>200</Badge> : <Badge tone="bad">{entry.status}</Badge>}</span>
          <span className="min-w-0 text-muted">
            <RichText text={wordFor(words.codes, entry.code)} facts={facts} />
          </span>
        </li>
      ))}
    </ul>
  );
}
