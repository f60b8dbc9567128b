import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { NoScript } from "#features/identity/components/no-script.tsx";
import { linkTokenOf } from "#features/identity/identity.loaders.ts";
import { ResetPasswordForm } from "#features/identity/sign-in-pages/reset-password-form.island.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { setPageHeader } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; token?: string[] }> };

export const generateMetadata = pageMetadata("/confirm/[[...token]]");

/** Set a new password with a mailed link. */
export default async function ConfirmPage({ params }: PageProps) {
  setPageHeader("referrer-policy", "no-referrer");
  const { locale, token } = await params;
  const t = await getTranslations({ locale: toLocale(locale), namespace: "identity.resetPassword" });
  return (
    <FormFrame title={t("title")} lead={t("intro")}>
      <NoScript />
      <ResetPasswordForm token={linkTokenOf(token)} />
    </FormFrame>
  );
}
