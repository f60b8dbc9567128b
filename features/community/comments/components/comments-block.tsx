import { useTranslations } from "next-intl";
import type { ShownComment } from "#features/community/comments/comments.reads.ts";
import type { Thread } from "#features/community/comments/comments.rules.ts";
import { ReportComment } from "#features/community/comments/components/report-comment.island.tsx";
import { WriteComment } from "#features/community/comments/components/write-comment.island.tsx";
import { formatDay } from "#lib/i18n/formats.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

type CommentsBlockProps = {
  locale: Locale;
  /** The last part of the article's address. */
  article: string;
  threads: readonly Thread<ShownComment>[];
};

/** What users say under an article, and where one says it; readable without scripts. */
export function CommentsBlock({ locale, article, threads }: CommentsBlockProps) {
  const t = useTranslations("community.comments");
  return (
    <section id="comments" aria-labelledby="comments-title" className="grid gap-4">
      <h2 id="comments-title" className="font-semibold text-lg">
        {t("title")}
      </h2>
      {threads.length > 0 ? (
        <ul className="grid gap-4">
          {threads.map(({ replies, ...comment }) => (
            <li key={comment.id} className="grid gap-3 rounded-lg border border-line bg-surface px-5 py-4">
              <CommentText comment={comment} locale={locale} />
              {replies.length > 0 ? (
                <ul className="grid gap-3 border-line border-l-2 pl-4">
                  {replies.map((reply) => (
                    <li key={reply.id}>
                      <CommentText comment={reply} locale={locale} />
                    </li>
                  ))}
                </ul>
              ) : null}
              <WriteComment
                label={t("reply")}
                article={article}
                replyTo={{ id: comment.id, name: comment.name }}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-muted">{t("empty")}</p>
      )}
      <WriteComment label={t("write")} article={article} />
    </section>
  );
}

function CommentText({ comment, locale }: { comment: ShownComment; locale: Locale }) {
  const t = useTranslations("community.comments");
  const { id, name, text, createdAt } = comment;
  const language = comment.locale === locale ? undefined : localeFacts[comment.locale].tag;
  return (
    <div className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <bdi className="wrap-anywhere font-medium text-text">{name}</bdi>
        <time dateTime={createdAt.toISOString().slice(0, 10)}>{formatDay(locale, createdAt, "UTC")}</time>
      </p>
      <bdi lang={language} className="wrap-anywhere whitespace-pre-line">
        {text}
      </bdi>
      <ReportComment label={t("report")} comment={{ id, name }} />
    </div>
  );
}
