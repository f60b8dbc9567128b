import { wordFiles } from "#features/api-docs/words/data/words.gen.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** Part of a page: paragraphs, a list that belongs to the last of them; what is drawn from the contracts follows by its id. */
export type Section = {
  readonly id: string;
  readonly title: string;
  readonly text: readonly string[];
  readonly items?: readonly string[];
};
type PageWords = { readonly title: string; readonly lead: string; readonly sections: readonly Section[] };

type Named<Word = string> = Readonly<Record<string, Word>>;

/**
 * All words of the documentation in one language: one file per language with the same members, for a translator to go
 * through side by side. In texts, `code` stands between backticks, links are `[words](/docs/path)`, figures of the product
 * are `{names}`.
 */
export type DocsWords = {
  readonly labels: typeof wordFiles.en.labels;
  readonly groups: Named;
  readonly pages: Named<PageWords>;
  readonly actionGroups: Named<{ readonly title: string; readonly lead: string }>;
  readonly resources: Named<{ readonly title: string; readonly lead: string }>;
  readonly actions: Named;
  readonly parameters: Named;
  readonly codes: Named;
  readonly remedies: Named;
  readonly endpoints: Named;
  readonly fields: Named;
  readonly states: Named;
  readonly money: Named;
  readonly events: Named;
  readonly streamEvents: Named;
  readonly scopes: Named;
  readonly keyKinds: Named;
  readonly scripts: Named;
  readonly rentScripts: Named;
  readonly accountScripts: Named;
  readonly spellings: Named;
  readonly tried: Named;
  readonly tools: Named;
};

const words: Readonly<Record<Locale, DocsWords>> = wordFiles;

/** The documentation's words in a language. */
export function docsWords(locale: Locale): DocsWords {
  return words[locale];
}

/** A word by its name. Tests see to it that there is one for everything drawn; the name itself is better than nothing. */
export function wordFor(list: Named, name: string): string {
  return Object.hasOwn(list, name) ? (list[name] as string) : name;
}

/** Figures and names that stand in braces in the texts. */
export type Facts = Named<string | number>;

/** A text with its `{names}` replaced; an unknown name stays as it is. */
export function fillIn(text: string, facts: Facts): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(facts, name) ? String(facts[name]) : whole,
  );
}

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

const MARKS = /`([^`]+)`|\[([^\]]+)\]\((\/[^)\s]*)\)/g;

/** Cuts a text at its code and links. */
export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > from) parts.push({ kind: "text", text: text.slice(from, match.index) });
    const [, code, label, href] = match;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else parts.push({ kind: "link", text: label ?? "", href: href ?? "/" });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ kind: "text", text: text.slice(from) });
  return parts;
}

/** A text without its marks, for page heads. */
export function plainText(text: string): string {
  return parseInline(text)
    .map((part) => part.text)
    .join("");
}
