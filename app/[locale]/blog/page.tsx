import { blogMetadata, loadBlog } from "#features/content/blog/blog.loaders.ts";
import { blogQueryOf } from "#features/content/blog/blog.rules.ts";
import { BlogPage } from "#features/content/blog/blog-page.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = blogMetadata("/blog");

/** The blog, newest first. */
export default async function BlogRoute({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const query = blogQueryOf(await searchParams);
  return guardPage(async () => {
    const list = query && (await loadBlog(locale, query));
    if (list) return <BlogPage list={list} query={query} />;
    pageNotFound();
    return <NotFoundView />;
  });
}
