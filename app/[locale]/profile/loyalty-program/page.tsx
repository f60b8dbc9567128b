import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Ladder } from "#features/loyalty/components/ladder.tsx";
import { PaidWeeks } from "#features/loyalty/components/paid-weeks.island.tsx";
import { RulesCard, WelcomeCard } from "#features/loyalty/components/rules-card.tsx";
import { WeekCard } from "#features/loyalty/components/week-card.tsx";
import { loadLoyalty } from "#features/loyalty/loyalty.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/loyalty-program");

/** The week's top-ups, the rank and the cashback they bring, and what was paid before. */
export default async function LoyaltyPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t, tHistory, { loyalty, paid, rubPerUsd }] = await Promise.all([
      getTranslations({ locale, namespace: "loyalty.page" }),
      getTranslations({ locale, namespace: "loyalty.history" }),
      loadLoyalty(locale),
    ]);
    const { pending } = loyalty;
    const shown = { loyalty, rubPerUsd, locale };
    return (
      <>
        <PageHeading title={t("title")} />
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
          <div className="grid min-w-0 gap-6">
            {pending ? (
              <Notice tone="info">
                {t.rich("pending", {
                  amount: () => (
                    <Money
                      kopecks={pending.cashbackKopecks}
                      rubPerUsd={rubPerUsd}
                      className="font-semibold"
                    />
                  ),
                })}
              </Notice>
            ) : null}
            <WeekCard {...shown} />
            <Card className="p-5 sm:p-6">
              <h2 className="mb-3 font-semibold text-lg">{tHistory("title")}</h2>
              <PaidWeeks initial={paid} rubPerUsd={rubPerUsd} locale={locale} />
            </Card>
          </div>
          <div className="grid gap-6">
            <Ladder {...shown} />
            <WelcomeCard {...shown} />
            <RulesCard {...shown} />
          </div>
        </div>
      </>
    );
  });
}
