import type { Picture } from "#features/content/media/pictures.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** Articles on a page of the list. */
export const articlesPerPage = 10;
/** Articles that an article leads on to. */
export const recentCount = 4;
/** Articles about the same that it leads on to. */
export const similarCount = 3;

export type Tag = { readonly slug: string; readonly name: string };

export type ArticleHead = {
  readonly slug: string;
  /** The language that it is told in: the reader's, or English where nobody has translated it. */
  readonly language: Locale;
  readonly title: string;
  readonly summary: string | null;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
};

export type Article = ArticleHead & {
  readonly id: number;
  /** As the editor's document has it; `readRichText` reads it. */
  readonly body: unknown;
  /** Those of its text, as far as they are there. */
  readonly pictures: readonly Picture[];
  readonly cover: Picture | null;
  /** What search engines and shared links show instead of title and summary. */
  readonly searchTitle: string | null;
  readonly searchDescription: string | null;
  readonly tags: readonly Tag[];
};

/** Which part of the list is asked for. */
export type BlogQuery = { readonly page: number; readonly tag: string | null };

type Given = Readonly<Record<string, string | string[] | undefined>>;

/** The part that an address names; null when it names none. */
export function blogQueryOf({ page, tag }: Given): BlogQuery | null {
  if (page !== undefined && !/^[1-9]\d{0,3}$/.test(String(page))) return null;
  if (tag !== undefined && !/^[a-z0-9-]{1,80}$/.test(String(tag))) return null;
  return { page: Number(page ?? 1), tag: tag === undefined ? null : String(tag) };
}

/** The address of a part of the list. */
export function blogHref({ page, tag }: BlogQuery): string {
  const query = new URLSearchParams();
  if (page > 1) query.set("page", String(page));
  if (tag !== null) query.set("tag", tag);
  return query.size > 0 ? `/blog?${query}` : "/blog";
}

/** The address of an article. */
export function articleHref({ slug }: Pick<ArticleHead, "slug">): string {
  return `/blog/${slug}`;
}

/** The whole address that counts of an article: in the language that it is told in. `publicUrl`: the site's, without a slash at its end. */
export function articleUrl(publicUrl: string, article: Pick<ArticleHead, "slug" | "language">): string {
  return publicUrl + localizedPath(article.language, articleHref(article));
}
