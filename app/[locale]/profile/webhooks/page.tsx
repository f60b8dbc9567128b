import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { Webhooks } from "#features/notifications/webhooks/components/webhooks.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/webhooks");

/** Where the signed-in user's programs are told what happens. */
export default async function WebhooksPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t] = await Promise.all([
      getTranslations({ locale, namespace: "notifications.webhooks" }),
      requireViewer(locale),
    ]);
    return (
      <>
        <PageHeading title={t("title")} />
        <Webhooks />
      </>
    );
  });
}
