import { useTranslations } from "next-intl";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { type DocumentKey, documents } from "#features/content/documents/rules.ts";

/** A document people agree to, in short sections. */
export function DocumentPage({ document }: { document: DocumentKey }) {
  const t = useTranslations(`content.${document}`);
  return (
    <PageFrame>
      <PageHeading title={t("title")} lead={t("lead")} />
      <div className="grid max-w-3xl gap-6">
        {documents[document].sections.map((section) => (
          <section key={section}>
            <h2 className="font-semibold text-lg">{t(`${section}.title`)}</h2>
            <p className="mt-1.5 text-muted">{t(`${section}.text`)}</p>
          </section>
        ))}
      </div>
    </PageFrame>
  );
}
