import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { NoScript } from "#features/identity/components/no-script.tsx";
import { RequestPasswordForm } from "#features/identity/components/request-password-form.island.tsx";
import { demoMailbox, identityMetadata } from "#features/identity/loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({
    locale: toLocale((await params).locale),
    namespace: "identity.requestPassword",
  });
  return identityMetadata({ title: t("title"), description: t("description") });
}

/** Ask for a link to set a new password. */
export default async function RequestPasswordPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  const t = await getTranslations({ locale, namespace: "identity.requestPassword" });
  return (
    <FormFrame
      title={t("title")}
      lead={t("intro")}
      footer={
        <LocaleLink href="/authorization" className="text-link hover:underline">
          {t("backToLogin")}
        </LocaleLink>
      }
    >
      <NoScript />
      <RequestPasswordForm mailbox={demoMailbox()} />
    </FormFrame>
  );
}
