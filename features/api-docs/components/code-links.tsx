import { LocaleLink } from "#components/ui/locale-link.tsx";
import { InlineCode } from "#features/api-docs/components/rich-text.tsx";
import { isInCatalogue } from "#features/api-docs/error-pages/error-pages.rules.ts";
import { errorSlug } from "#lib/errors/app-error.ts";

/** Codes, each with a link to its page. */
export function CodeLinks({ codes }: { codes: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {codes.map((code) => (
        <li key={code} className="min-w-0">
          {isInCatalogue(code) ? (
            <LocaleLink
              href={`/docs/errors/${errorSlug(code)}`}
              className="underline decoration-line-strong/50"
            >
              <InlineCode>{code}</InlineCode>
            </LocaleLink>
          ) : (
            <InlineCode>{code}</InlineCode>
          )}
        </li>
      ))}
    </ul>
  );
}
