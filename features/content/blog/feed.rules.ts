import { type ArticleHead, articleHref } from "#features/content/blog/blog.rules.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** The address of the feed, without its language. */
export const feedPath = "/blog/feed.xml";

type FeedFacts = {
  readonly locale: Locale;
  readonly title: string;
  readonly description: string;
  /** The site's address, without a slash at its end. */
  readonly publicUrl: string;
};

/** Articles as readers of news take them (RSS 2.0). */
export function feedOf(
  { locale, title, description, publicUrl }: FeedFacts,
  articles: readonly ArticleHead[],
): string {
  const url = (path: string) => escaped(publicUrl + localizedPath(locale, path));
  const items = articles.map((article) => {
    const link = url(articleHref(article));
    const summary = article.summary === null ? "" : `<description>${escaped(article.summary)}</description>`;
    const day = article.publishedAt.toUTCString();
    return `<item><title>${escaped(article.title)}</title><link>${link}</link><guid>${link}</guid>${summary}<pubDate>${day}</pubDate></item>\n`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>\n',
    `<title>${escaped(title)}</title><link>${url("/blog")}</link><description>${escaped(description)}</description>`,
    `<language>${localeFacts[locale].tag}</language>`,
    `<atom:link href="${url(feedPath)}" rel="self" type="application/rss+xml"/>\n`,
    ...items,
    "</channel></rss>\n",
  ].join("");
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
