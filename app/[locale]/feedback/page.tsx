import { NextIntlClientProvider } from "next-intl";
import { getTranslations } from "next-intl/server";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { FeedbackForm } from "#features/community/feedback/components/feedback-form.island.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";
import { clientMessages, type Messages, messagesOf } from "#lib/i18n/messages.ts";
import { toPageMessages } from "#lib/i18n/page-messages.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/feedback");

/** Writes to support. */
export default async function FeedbackPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  const t = await getTranslations({ locale, namespace: "community.feedback" });
  const { identity, ui } = clientMessages(locale);
  const { feedback } = messagesOf(locale).community as Messages;
  return (
    <PageFrame>
      <div className="mx-auto max-w-xl">
        <PageHeading title={t("title")} lead={t("lead")} />
        <NextIntlClientProvider
          messages={toPageMessages({ identity, ui, community: { feedback } } as Messages)}
        >
          <FeedbackForm />
        </NextIntlClientProvider>
      </div>
    </PageFrame>
  );
}
