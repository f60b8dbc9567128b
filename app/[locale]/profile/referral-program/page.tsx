import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ProgramView } from "#features/referrals/components/program-view.tsx";
import { loadReferralPage } from "#features/referrals/referrals.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({
    locale: toLocale((await params).locale),
    namespace: "referrals.page",
  });
  return { title: t("title"), robots: { index: false } };
}

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
