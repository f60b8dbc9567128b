import { ProgramView } from "#features/referrals/components/program-view.tsx";
import { loadReferralPage } from "#features/referrals/referrals.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/referral-program");

/** The referral programme: links, shares, people and withdrawals. */
export default async function ReferralProgramPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const page = await loadReferralPage(locale, "common");
    if (page) return <ProgramView page={page} locale={locale} />;
    pageNotFound();
    return <NotFoundView />;
  });
}
