import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import {
  cookieLines,
  type DocumentFacts,
  type DocumentKey,
  documentsDay,
  documentText,
} from "#features/content/documents/documents.rules.ts";
import { isHttps } from "#lib/https.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

type DocumentPageProps = {
  document: DocumentKey;
  facts: DocumentFacts;
  /** What the reader can decide about it. */
  children?: ReactNode;
};

/** A document people agree to: short numbered sections, with its day. The cookie list, and what can be said about it, end the one about privacy. */
export function DocumentPage({ document, facts, children }: DocumentPageProps) {
  const t = useTranslations("content");
  const locale = localeFromTag(useLocale());
  return (
    <PageFrame>
      <PageHeading title={t(`${document}.title`)} lead={t(`${document}.lead`)} />
      <p className="tabular -mt-3 mb-8 text-muted text-sm">
        {t("changed")} <time dateTime={documentsDay}>{formatDay(locale, new Date(documentsDay), "UTC")}</time>
      </p>
      <div className="grid max-w-3xl gap-7">
        {documentText(document, locale, facts).map(({ title, text, items }, index) => (
          <section key={title} className="grid gap-2">
            <h2 className="font-semibold text-lg">
              <span className="tabular mr-2 text-faint">{index + 1}.</span>
              {title}
            </h2>
            {text.map((line) => (
              <p key={line} className="text-muted leading-relaxed">
                {withMailLink(line, facts.email)}
              </p>
            ))}
            {items ? (
              <ul className="grid list-disc gap-1.5 pl-5 text-muted leading-relaxed">
                {items.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ) : null}
          </section>
        ))}
        {document === "privacyPolicy" ? <CookieTable /> : null}
        {children}
      </div>
    </PageFrame>
  );
}

function withMailLink(line: string, email: string): ReactNode {
  const at = line.indexOf(email);
  if (at < 0) return line;
  return (
    <>
      {line.slice(0, at)}
      <a href={`mailto:${email}`} className="break-words text-link underline">
        {email}
      </a>
      {line.slice(at + email.length)}
    </>
  );
}

function CookieTable() {
  const t = useTranslations("content.cookies");
  const locale = localeFromTag(useLocale());
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold text-lg">{t("title")}</h2>
      <dl className="divide-y divide-line rounded-lg border border-line bg-surface">
        {cookieLines(locale, isHttps).map(({ name, purpose, life }) => (
          <div key={name} className="grid gap-x-4 gap-y-1 p-3 text-sm sm:grid-cols-[14rem_1fr_auto]">
            <dt className="break-all font-mono">{name}</dt>
            <dd className="text-muted">{purpose}</dd>
            <dd className="tabular text-faint">{"days" in life ? t("days", life) : t("minutes", life)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
