import { docsGroups, findDocsPage, headOf } from "#features/api-docs/api-docs.rules.ts";
import { publishedFacts } from "#features/api-docs/facts.reads.ts";
import { markdownOf, remedyOf } from "#features/api-docs/markdown/markdown.view.ts";
import { docsWords, fillIn, parseInline, plainText } from "#features/api-docs/words/words.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A page's address for programs that read it from us: `docs:///rest/offers`. */
const SCHEME = "docs://";

type ShelfEntry = {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
};

/** The pages of the documentation, in the order in which they are read. The pages of single codes are read by their address alone. */
export function listDocs(locale: Locale): ShelfEntry[] {
  const words = docsWords(locale);
  return docsGroups
    .flatMap(({ pages }) => pages)
    .map((page) => {
      const { title, lead } = headOf(page, words);
      return {
        uri: `${SCHEME}${page.path === "" ? "/" : page.path}`,
        name: page.path === "" ? "start" : page.path.slice(1),
        title: plainText(title),
        description: fillIn(plainText(lead), publishedFacts),
      };
    });
}

/** A page as Markdown, null when there is none at this address. */
export function readDocs(uri: string, locale: Locale): string | null {
  if (!uri.startsWith(`${SCHEME}/`)) return null;
  const page = findDocsPage(uri.slice(SCHEME.length).split("/").filter(Boolean));
  return page && markdownOf(page, docsWords(locale), publishedFacts);
}

/** What to do about a code, in words without marks; where they lead to a page its whole address stands behind them. */
export function remedyFor(code: string, locale: Locale): string {
  const words = parseInline(remedyOf(code, docsWords(locale))).map((part) =>
    part.kind === "link" ? `${part.text} (${publishedFacts.base}${part.href})` : part.text,
  );
  return fillIn(words.join(""), publishedFacts);
}
