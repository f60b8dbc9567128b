import { type ArticleHead, articleHref } from "#features/content/blog/blog.rules.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** The feeds: their addresses without the language, and what they are written in. Some readers of news know RSS alone. */
export const feeds = {
  rss: { name: "RSS", path: "/blog/feed.xml", mediaType: "application/rss+xml" },
  atom: { name: "Atom", path: "/blog/atom.xml", mediaType: "application/atom+xml" },
} as const;
export type FeedKind = keyof typeof feeds;

type FeedFacts = {
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  /** Who publishes. */
  readonly publisher: string;
  /** The site's address, without a slash at its end. */
  readonly publicUrl: string;
};

type Writer = (facts: FeedFacts, articles: readonly ArticleHead[]) => string;

const writers: Readonly<Record<FeedKind, Writer>> = { rss: rssOf, atom: atomOf };

/** Articles as readers of news take them. */
export function feedOf(kind: FeedKind, facts: FeedFacts, articles: readonly ArticleHead[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writers[kind](facts, articles)}`;
}

function rssOf(facts: FeedFacts, articles: readonly ArticleHead[]): string {
  const items = articles.map((article) => {
    const link = urlOf(facts, articleHref(article));
    const summary = article.summary === null ? "" : `<description>${escaped(article.summary)}</description>`;
    const day = article.publishedAt.toUTCString();
    return `<item><title>${escaped(article.title)}</title><link>${link}</link><guid>${link}</guid>${summary}<pubDate>${day}</pubDate></item>\n`;
  });
  return [
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n',
    `<title>${escaped(facts.title)}</title><link>${urlOf(facts, "/blog")}</link>`,
    `<description>${escaped(facts.description)}</description><language>${localeFacts[facts.locale].tag}</language>`,
    `<atom:link href="${urlOf(facts, feeds.rss.path)}" rel="self" type="${feeds.rss.mediaType}"/>\n`,
    ...items,
    "</channel></rss>\n",
  ].join("");
}

function atomOf(facts: FeedFacts, articles: readonly ArticleHead[]): string {
  const entries = articles.map((article) => {
    const link = urlOf(facts, articleHref(article));
    const summary = article.summary === null ? "" : `<summary>${escaped(article.summary)}</summary>`;
    return [
      `<entry xml:lang="${localeFacts[article.language].tag}"><id>${link}</id><title>${escaped(article.title)}</title>`,
      `<link href="${link}"/>${summary}<published>${article.publishedAt.toISOString()}</published>`,
      `<updated>${article.updatedAt.toISOString()}</updated></entry>\n`,
    ].join("");
  });
  // A feed of nothing has changed at no time that matters; the element must be there.
  const newest = Math.max(0, ...articles.map(({ updatedAt }) => updatedAt.getTime()));
  return [
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${localeFacts[facts.locale].tag}">\n`,
    `<id>${urlOf(facts, "/blog")}</id><title>${escaped(facts.title)}</title><subtitle>${escaped(facts.description)}</subtitle>`,
    `<author><name>${escaped(facts.publisher)}</name></author><link href="${urlOf(facts, "/blog")}"/>`,
    `<link href="${urlOf(facts, feeds.atom.path)}" rel="self" type="${feeds.atom.mediaType}"/>`,
    `<updated>${new Date(newest).toISOString()}</updated>\n`,
    ...entries,
    "</feed>\n",
  ].join("");
}

function urlOf({ publicUrl, locale }: FeedFacts, path: string): string {
  return escaped(publicUrl + localizedPath(locale, path));
}

/** Text of XML; signs that XML cannot hold are gone. */
function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;")
  );
}
