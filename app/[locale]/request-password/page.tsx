import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { NoScript } from "#features/identity/components/no-script.tsx";
import { demoMailbox, returnPathOf } from "#features/identity/identity.loaders.ts";
import { RequestPasswordForm } from "#features/identity/sign-in-pages/request-password-form.island.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ to?: string | string[] }>;
};

export const generateMetadata = pageMetadata("/request-password");

/** Ask for a link to set a new password. `to`: the page that the visitor returns to after signing in with it. */
export default async function RequestPasswordPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const returnPath = returnPathOf(await searchParams);
  const t = await getTranslations({ locale, namespace: "identity.requestPassword" });
  return (
    <FormFrame
      title={t("title")}
      lead={t("intro")}
      footer={
        <LocaleLink href={gobackPath("/authorization", returnPath)} className="text-link underline">
          {t("backToLogin")}
        </LocaleLink>
      }
    >
      <NoScript />
      <RequestPasswordForm returnPath={returnPath} mailbox={demoMailbox()} />
    </FormFrame>
  );
}
