import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getTranslations } from "next-intl/server";
import { loadComments } from "#features/community/comments/comments.loaders.ts";
import { CommentsBlock } from "#features/community/comments/components/comments-block.tsx";
import { ArticlePage } from "#features/content/blog/article-page.tsx";
import { articleMetadata, loadArticle, loadNextArticles } from "#features/content/blog/blog.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { brandName, publicUrl } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { type Locale, toLocale } from "#lib/i18n/locales.ts";
import { clientMessages, type Messages, messagesOf } from "#lib/i18n/messages.ts";
import { toPageMessages } from "#lib/i18n/page-messages.ts";

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
        <NextIntlClientProvider messages={commentTexts(locale)}>
          <CommentsBlock locale={locale} article={article.slug} threads={threads} />
        </NextIntlClientProvider>
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

/** What the forms below an article say; no other page carries it. */
function commentTexts(locale: Locale): Messages {
  const { identity, ui } = clientMessages(locale);
  const { comments } = messagesOf(locale).community as Messages;
  return toPageMessages({ identity, ui, community: { comments } } as Messages);
}
