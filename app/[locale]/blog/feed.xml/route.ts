import { getTranslations } from "next-intl/server";
import { loadBlog } from "#features/content/blog/blog.loaders.ts";
import { feedOf } from "#features/content/blog/feed.rules.ts";
import { publicUrl } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type Context = { params: Promise<{ locale: string }> };

/** The newest articles for readers of news. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const locale = toLocale((await params).locale);
  const t = await getTranslations({ locale, namespace: "content.blog" });
  const list = await loadBlog(locale, { page: 1, tag: null });
  const facts = { locale, title: t("title"), description: t("description"), publicUrl };
  return new Response(feedOf(facts, list?.articles ?? []), {
    headers: { "content-type": "application/rss+xml; charset=utf-8" },
  });
}
