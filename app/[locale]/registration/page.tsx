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
import { RegistrationForm } from "#features/identity/sign-in-pages/registration-form.island.tsx";
import { SocialButtons } from "#features/identity/social/components/social-buttons.island.tsx";
import { loadChosenNumber } from "#features/pricing/choice/choice.loaders.ts";
import { ChosenNumber } from "#features/pricing/components/chosen-number.tsx";
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ to?: string | string[] }>;
};

export const generateMetadata = pageMetadata("/registration");

/** Register. `to`: where a guest wanted to buy, and returns to afterwards; what was chosen there stands above the form. */
export default async function RegistrationPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const returnPath = returnPathOf(await searchParams);
  return guardPage(async () => {
    await redirectSignedIn(locale, returnPath);
    const [t, chosen] = await Promise.all([
      getTranslations({ locale, namespace: "identity.registration" }),
      loadChosenNumber(locale, returnPath, fullRentCode),
    ]);
    return (
      <FormFrame
        title={t("title")}
        footer={
          <>
            {t("haveAccount")}{" "}
            <LocaleLink href={gobackPath("/authorization", returnPath)} className="text-link underline">
              {t("login")}
            </LocaleLink>
          </>
        }
      >
        <NoScript />
        {chosen ? (
          <ChosenNumber locale={locale} title={t("buying")} lead={t("buyingLead")} chosen={chosen} />
        ) : null}
        <RegistrationForm returnPath={returnPath} isChoiceShown={chosen !== null} mailbox={demoMailbox()} />
        <SocialButtons providers={listSocialProviders()} returnPath={returnPath} />
      </FormFrame>
    );
  });
}
