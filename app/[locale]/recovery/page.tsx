import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { NoScript } from "#features/identity/components/no-script.tsx";
import { CancelRecovery } from "#features/identity/factor-recovery/components/cancel-recovery.island.tsx";
import { linkTokenOf } from "#features/identity/identity.loaders.ts";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { setPageHeader } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ token?: string | string[] }>;
};

export const generateMetadata = pageMetadata("/recovery");

/** Cancel a recovery of the second factor with a mailed link. */
export default async function RecoveryPage({ params, searchParams }: PageProps) {
  setPageHeader("referrer-policy", "no-referrer");
  const t = await getTranslations({
    locale: toLocale((await params).locale),
    namespace: "identity.recovery",
  });
  return (
    <FormFrame title={t("linkTitle")}>
      <NoScript />
      <CancelRecovery token={linkTokenOf((await searchParams).token)} />
    </FormFrame>
  );
}
