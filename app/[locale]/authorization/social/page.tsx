import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { NoScript } from "#features/identity/components/no-script.tsx";
import { demoMailbox, redirectToTripLocale } from "#features/identity/identity.loaders.ts";
import { SocialReturn } from "#features/identity/sign-in-pages/social-return.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/authorization/social");

/** Where a provider sends people back to. */
export default async function SocialReturnPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const given = Object.entries(await searchParams).flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as [string, string]] : [],
  );
  const query = new URLSearchParams(given).toString();
  return guardPage(async () => {
    await redirectToTripLocale(locale, query);
    const t = await getTranslations({ locale, namespace: "identity.login" });
    return (
      <FormFrame title={t("title")}>
        <NoScript />
        <SocialReturn query={query} mailbox={demoMailbox()} />
      </FormFrame>
    );
  });
}
