import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { KeepAccount } from "#features/identity/closing/components/keep-account.island.tsx";
import { loadClosing } from "#features/identity/identity.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/authorization/closing");

/** All that a login to an account opens which is being closed: until when it can be kept. */
export default async function ClosingPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const endsAt = await loadClosing(locale);
    const t = await getTranslations({ locale, namespace: "identity.closing" });
    return (
      <FormFrame title={t("pageTitle")}>
        <KeepAccount endsAt={endsAt.toISOString()} />
      </FormFrame>
    );
  });
}
