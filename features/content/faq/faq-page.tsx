import { useTranslations } from "next-intl";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { SearchFacts } from "#components/layout/search-facts.tsx";
import { EmptyPage } from "#components/ui/empty-page.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { type FaqTopic, faqFacts, readAnswers, topicId } from "#features/content/faq/faq.rules.ts";
import { RichText } from "#features/content/rich-text/rich-text.tsx";
import { SearchForm } from "#features/content/search-form.tsx";
import { localeFacts } from "#lib/i18n/locales.ts";

/** Questions and answers by topic; every question has an address of its own on the page. */
export function FaqPage({ topics, email }: { topics: readonly FaqTopic[]; email: string }) {
  const t = useTranslations("content.faq");
  const answers = readAnswers(topics);
  return (
    <PageFrame>
      <PageHeading title={t("title")} lead={t("description")} />
      {topics.length > 0 ? (
        <SearchForm tab="faq" placeholder={t("search")} />
      ) : (
        <EmptyPage title={t("empty", { email })} />
      )}
      <div className="grid max-w-3xl gap-8">
        {topics.length > 1 ? <TopicLinks topics={topics} /> : null}
        {topics.map((topic) => (
          <Topic key={topic.slug} topic={topic} answers={answers} />
        ))}
      </div>
      {topics.length > 0 ? <SearchFacts facts={faqFacts(topics)} /> : null}
    </PageFrame>
  );
}

/** A question with its answer as it was saved last, below its topic, before it is published. */
export function FaqDraftPage({ topic }: { topic: FaqTopic }) {
  const t = useTranslations("content");
  return (
    <PageFrame>
      <PageHeading title={t("faq.title")} />
      <div className="grid max-w-3xl gap-8">
        <Notice tone="info">{t("blog.draft")}</Notice>
        <Topic topic={topic} answers={readAnswers([topic])} />
      </div>
    </PageFrame>
  );
}

type TopicProps = { topic: FaqTopic; answers: ReturnType<typeof readAnswers> };

function Topic({ topic, answers }: TopicProps) {
  return (
    <section aria-labelledby={topicId(topic)} className="grid gap-4">
      <h2 id={topicId(topic)} className="font-semibold text-lg">
        {topic.name}
      </h2>
      {topic.entries.map((entry) => (
        <article
          key={entry.slug}
          id={entry.slug}
          lang={localeFacts[entry.language].tag}
          className="grid gap-2"
        >
          <h3 className="font-semibold">
            <a href={`#${entry.slug}`} className="hover:underline">
              {entry.question}
            </a>
          </h3>
          <RichText blocks={answers.get(entry) ?? []} />
        </article>
      ))}
    </section>
  );
}

/** The way to each topic: the page is long. */
function TopicLinks({ topics }: { topics: readonly FaqTopic[] }) {
  const t = useTranslations("content.faq");
  return (
    <nav aria-label={t("topics")}>
      <ul className="flex flex-wrap gap-2">
        {topics.map((topic) => (
          <li key={topic.slug}>
            <a
              href={`#${topicId(topic)}`}
              className="touch inline-flex items-center rounded-full border border-line bg-surface px-3 py-1 text-sm"
            >
              {topic.name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
