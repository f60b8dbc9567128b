import { useTranslations } from "next-intl";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { ShareForm } from "#features/payments/withdrawals/components/share-form.island.tsx";
import { WithdrawalList } from "#features/payments/withdrawals/components/withdrawal-list.island.tsx";
import { AccrualList } from "#features/referrals/components/accrual-list.island.tsx";
import { LinksCard } from "#features/referrals/components/links-card.island.tsx";
import { PeopleList } from "#features/referrals/components/people-list.island.tsx";
import { Sums } from "#features/referrals/components/sums.island.tsx";
import type { ReferralPage } from "#features/referrals/referrals.loaders.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type ProgramViewProps = { page: ReferralPage; locale: Locale };

/**
 * The programme's page. The soft one says and shows less: the share goes to the balance only, so there is one way to take it
 * and no list of purchases.
 */
export function ProgramView({ page, locale }: ProgramViewProps) {
  const t = useTranslations("referrals.page");
  const { program, people, accruals, withdrawals, rubPerUsd } = page;
  const { isSoft, waitingDays } = program;
  const percent = formatNumber(program.basisPoints / 100);
  return (
    <>
      <PageHeading title={t(isSoft ? "softTitle" : "title")} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="grid min-w-0 gap-6">
          <Sums initial={program} rubPerUsd={rubPerUsd} />
          <SettingsCard
            id="links"
            title={t("links")}
            lead={t(isSoft ? "softLinksLead" : "linksLead", { percent })}
          >
            <LinksCard initial={program} rubPerUsd={rubPerUsd} />
          </SettingsCard>
          {isSoft ? null : (
            <SettingsCard id="accruals" title={t("accruals")} lead={t("accrualsLead", { days: waitingDays })}>
              <AccrualList initial={accruals} rubPerUsd={rubPerUsd} locale={locale} />
            </SettingsCard>
          )}
          <SettingsCard id="people" title={t("people")}>
            <PeopleList initial={people} rubPerUsd={rubPerUsd} />
          </SettingsCard>
        </div>
        <div className="grid min-w-0 gap-6">
          <SettingsCard id="withdraw" title={t(isSoft ? "toBalance" : "withdraw")}>
            <ShareForm initial={withdrawals.options} />
          </SettingsCard>
          <SettingsCard id="withdrawals" title={t("withdrawals")}>
            <WithdrawalList source="referral" initial={withdrawals.page} locale={locale} />
          </SettingsCard>
        </div>
      </div>
    </>
  );
}
