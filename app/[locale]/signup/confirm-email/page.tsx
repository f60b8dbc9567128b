import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { NoScript } from "#features/identity/components/no-script.tsx";
import { linkTokenOf } from "#features/identity/identity.loaders.ts";
import { ConfirmEmail } from "#features/identity/sign-in-pages/confirm-email.island.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { setPageHeader } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ token?: string | string[] }>;
};

export const generateMetadata = pageMetadata("/signup/confirm-email");

/** Confirm the address of a registration with a mailed link. */
export default async function ConfirmEmailPage({ params, searchParams }: PageProps) {
  setPageHeader("referrer-policy", "no-referrer");
  const t = await getTranslations({
    locale: toLocale((await params).locale),
    namespace: "identity.confirmEmail",
  });
  return (
    <FormFrame title={t("title")}>
      <NoScript />
      <ConfirmEmail token={linkTokenOf((await searchParams).token)} />
    </FormFrame>
  );
}
