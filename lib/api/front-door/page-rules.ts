import { defaultLocale, type Locale } from "#lib/i18n/locales.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

/** How the pages of one address pattern are kept. The first rule that fits an address decides. */
export type PageRule = {
  /**
   * Address without the language: `/`, `/services`, `/blog/{slug}`, `/profile/*` (the page and all below it), `/{path+}` (one part or
   * more, none with anything but small letters, digits and hyphens: no file's name).
   */
  readonly pattern: string;
  /** Never kept: depends on who asks. */
  readonly isPrivate?: boolean;
  /** Dropped when one of these is announced; `offers:*` stands for every `offers:...`. A page may name more itself. */
  readonly tags?: readonly string[];
  /** Served without looking again. */
  readonly freshSeconds?: number;
  /** After that, served once more while a new copy is made. */
  readonly staleSeconds?: number;
  /** Query parameters that change the page; all others are ignored, so that they cannot fill the cache. */
  readonly query?: readonly string[];
  /** Those that hold what somebody types: with one of them the page is made for that visitor and never kept. */
  readonly freeText?: readonly string[];
};

export type KeptPage = {
  readonly rule: PageRule;
  readonly locale: Locale;
  /** Canonical address: the cache key, and what the renderer is asked for. */
  readonly address: string;
};

type Matcher = { rule: PageRule; test: RegExp };

/** Makes the look-up from an address to its rule; null for pages that are not to be kept. */
export function createPageMatcher(rules: readonly PageRule[]) {
  const matchers: Matcher[] = rules.map((rule) => ({ rule, test: patternToRegExp(rule.pattern) }));
  return (path: string, query: string): KeptPage | null => {
    const { locale, path: page, prefixed } = splitLocale(path);
    // Spellings that proxy.ts redirects away are not pages of their own.
    if (prefixed && locale === defaultLocale) return null;
    if (path.length > 1 && path.endsWith("/")) return null;
    const found = matchers.find((matcher) => matcher.test.test(page));
    if (!found || found.rule.isPrivate) return null;
    if (hasText(query, found.rule.freeText)) return null;
    return { rule: found.rule, locale, address: path + keptQuery(query, found.rule.query) };
  };
}

function patternToRegExp(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+?^$()|[\]\\]/g, "\\$&")
    .replaceAll(/\{\w+\}/g, "[^/]+")
    .replace(/\{\w+\\\+\}$/, "[a-z0-9-]+(?:/[a-z0-9-]+)*")
    .replace(/\/\*$/, "(?:/.*)?");
  return new RegExp(`^${source}$`);
}

function hasText(query: string, names: readonly string[] | undefined): boolean {
  if (query === "" || !names) return false;
  const given = new URLSearchParams(query);
  return names.some((name) => given.getAll(name).some((value) => value.trim() !== ""));
}

/** The parameters that count, sorted, each once: one spelling per page. */
function keptQuery(query: string, allowed: readonly string[] | undefined): string {
  if (query === "" || !allowed || allowed.length === 0) return "";
  const given = new URLSearchParams(query);
  const kept = new URLSearchParams();
  for (const name of [...allowed].sort()) {
    const value = given.get(name);
    if (value !== null && value !== "") kept.set(name, value.slice(0, 200));
  }
  const text = kept.toString();
  return text === "" ? "" : `?${text}`;
}
