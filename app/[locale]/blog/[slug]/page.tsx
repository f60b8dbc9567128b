import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { loadComments } from "#features/community/comments/comments.loaders.ts";
import { CommentsBlock } from "#features/community/comments/components/comments-block.tsx";
import { ArticlePage } from "#features/content/blog/article-page.tsx";
import { articleMetadata, loadArticle, loadNextArticles } from "#features/content/blog/blog.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { brandName, publicUrl } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; slug: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale: localeText, slug } = await params;
  const locale = toLocale(localeText);
  const article = await loadArticle(locale, slug).catch(() => null);
  if (article) return articleMetadata(locale, article);
  const t = await getTranslations({ locale, namespace: "site.notFound" });
  return { title: t("metaTitle"), robots: { index: false } };
}

/** An article of the blog. */
export default async function ArticleRoute({ params }: PageProps) {
  const { locale: localeText, slug } = await params;
  const locale = toLocale(localeText);
  return guardPage(async () => {
    const article = await loadArticle(locale, slug);
    if (article) {
      const [next, threads] = await Promise.all([
        loadNextArticles(locale, article),
        loadComments(article.id),
      ]);
      const comments = (
        <PageTexts locale={locale} names={["community.comments", "identity.captcha"]}>
          <CommentsBlock locale={locale} article={article.slug} threads={threads} />
        </PageTexts>
      );
      return (
        <ArticlePage
          article={article}
          {...next}
          publisher={brandName}
          publicUrl={publicUrl}
          comments={comments}
        />
      );
    }
    pageNotFound();
    return <NotFoundView />;
  });
}
