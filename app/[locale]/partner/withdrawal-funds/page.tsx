import { partnerMetadata } from "#features/partners/cabinet/cabinet.loaders.ts";
import { partnerPage } from "#features/partners/cabinet/components/partner-page.tsx";
import { loadPartnerWithdrawals } from "#features/partners/withdrawals/partner-withdrawals.loaders.ts";
import { WithdrawalsView } from "#features/partners/withdrawals/withdrawals-view.tsx";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = partnerMetadata("/partner/withdrawal-funds");

/** What the partner's modems earned, on its way out. */
export default async function WithdrawalFundsPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return partnerPage(locale, async ({ userId }) => (
    <WithdrawalsView {...(await loadPartnerWithdrawals(locale, userId))} locale={locale} />
  ));
}
