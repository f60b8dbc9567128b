import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { NoScript } from "#features/identity/components/no-script.tsx";
import { EmailBack } from "#features/identity/email-change/components/email-back.island.tsx";
import { linkTokenOf } from "#features/identity/identity.loaders.ts";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { setPageHeader } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ token?: string | string[] }>;
};

export const generateMetadata = pageMetadata("/signup/email-back");

/** Take an account back to its old address with a mailed link. */
export default async function EmailBackPage({ params, searchParams }: PageProps) {
  setPageHeader("referrer-policy", "no-referrer");
  const t = await getTranslations({
    locale: toLocale((await params).locale),
    namespace: "identity.meta.emailBack",
  });
  return (
    <FormFrame title={t("title")} lead={t("lead")}>
      <NoScript />
      <EmailBack token={linkTokenOf((await searchParams).token)} />
    </FormFrame>
  );
}
