import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { NoScript } from "#features/identity/components/no-script.tsx";
import {
  demoMailbox,
  listSocialProviders,
  redirectSignedIn,
  returnPathOf,
} from "#features/identity/identity.loaders.ts";
import { LoginForm } from "#features/identity/sign-in-pages/login-form.island.tsx";
import { SocialButtons } from "#features/identity/social/components/social-buttons.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ to?: string | string[] }>;
};

export const generateMetadata = pageMetadata("/authorization");

/** Sign in. `to`: the page that the visitor was on the way to, and returns to. */
export default async function AuthorizationPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const returnPath = returnPathOf(await searchParams);
  return guardPage(async () => {
    await redirectSignedIn(locale, returnPath);
    const t = await getTranslations({ locale, namespace: "identity.login" });
    return (
      <FormFrame
        title={t("title")}
        footer={
          <>
            {t("noAccount")}{" "}
            <LocaleLink href={gobackPath("/registration", returnPath)} className="text-link underline">
              {t("register")}
            </LocaleLink>
          </>
        }
      >
        <NoScript />
        <LoginForm returnPath={returnPath} mailbox={demoMailbox()} />
        <SocialButtons providers={listSocialProviders()} returnPath={returnPath} />
      </FormFrame>
    );
  });
}
