import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { loadActiveNumbers } from "#features/activations/activations.loaders.ts";
import { ActiveNumbers } from "#features/activations/components/active-numbers.island.tsx";
import { OwnSearches } from "#features/activations/search/components/own-searches.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile");

/** The signed-in user's active numbers and their codes. */
export default async function ProfilePage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t, { numbers, rubPerUsd }] = await Promise.all([
      getTranslations({ locale, namespace: "activations.profile" }),
      loadActiveNumbers(locale),
    ]);
    return (
      <>
        <PageHeading
          title={t("title")}
          action={
            <LocaleLink href="/" className={buttonClasses(numbers.length === 0 ? "plain" : "accent")}>
              {t("buy")}
            </LocaleLink>
          }
        />
        <OwnSearches rubPerUsd={rubPerUsd} />
        <ActiveNumbers initial={numbers} rubPerUsd={rubPerUsd} />
      </>
    );
  });
}
