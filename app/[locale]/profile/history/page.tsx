import { getTranslations } from "next-intl/server";
import { statementSources } from "#app/api/statement-sources.ts";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Statement } from "#features/ledger/statement/components/statement.island.tsx";
import { loadHistory } from "#features/ledger/statement/statement.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/profile/history");

/** The signed-in user's balance history: every movement with the balance after it. */
export default async function HistoryPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t, page] = await Promise.all([
      getTranslations({ locale, namespace: "ledger.statement" }),
      loadHistory(locale, await searchParams, statementSources),
    ]);
    return (
      <>
        <PageHeading
          title={t("title")}
          action={
            page.isEmpty ? null : (
              <LocaleLink href="/profile/pay" className={buttonClasses("accent")}>
                {t("topUp")}
              </LocaleLink>
            )
          }
        />
        <Statement balance="user" filters={page.filters} choices={page.choices} initial={page.initial} />
      </>
    );
  });
}
