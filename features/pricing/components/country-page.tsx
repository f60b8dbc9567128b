import { ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { EmptyPage } from "#components/ui/empty-page.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Flag } from "#features/catalogue/components/flag.tsx";
import { CountryServices } from "#features/pricing/components/country-services.island.tsx";
import { DeadEndFrame } from "#features/pricing/dead-end.island.tsx";
import type { CountryShop } from "#features/pricing/pricing.loaders.ts";
import { StockLine } from "#features/pricing/stock/components/stock-line.tsx";

type CountryPageProps = {
  shop: CountryShop;
  /** Where nothing is sold now: the way to be told when there is, and to ask for something else. */
  deadEnd: ReactNode;
};

/** Services of a country with their prices; each leads to the number selection with both chosen. */
export function CountryPage({
  shop: { country, services, neighbours, rubPerUsd },
  deadEnd,
}: CountryPageProps) {
  const t = useTranslations("pricing");
  return (
    <PageFrame>
      <PageHeading
        title={
          <span className="inline-flex items-center gap-3">
            <Flag src={country.icon} className="h-6 w-8" />
            {t("country.heading", { country: country.name })}
          </span>
        }
        lead={t(services.length === 0 ? "country.leadEmpty" : "country.lead", { dialCode: country.dialCode })}
      />
      {services.length === 0 ? (
        <>
          <EmptyPage title={t("country.empty", { country: country.name })}>
            {t("country.emptyHint")}
          </EmptyPage>
          <Neighbours countries={neighbours} rubPerUsd={rubPerUsd} />
          <div className="pt-8">
            <DeadEndFrame serviceId={null} serviceName="" search={country.name} countryId={country.id}>
              {deadEnd}
            </DeadEndFrame>
          </div>
        </>
      ) : (
        <CountryServices
          services={services.map(({ id, name, slug, icon, priceKopecks, count }) => ({
            ...{ id, name, slug, icon, priceKopecks, count },
          }))}
          countrySlug={country.slug}
          rubPerUsd={rubPerUsd}
        />
      )}
    </PageFrame>
  );
}

type NeighboursProps = { countries: CountryShop["neighbours"]; rubPerUsd: number | null };

function Neighbours({ countries, rubPerUsd }: NeighboursProps) {
  const t = useTranslations("pricing.country");
  if (countries.length === 0) return null;
  return (
    <section aria-labelledby="neighbours" className="mx-auto grid w-full max-w-4xl gap-3">
      <h2 id="neighbours" className="font-semibold text-lg">
        {t("neighbours")}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-3">
        {countries.map(({ id, slug, name, icon, stock }) => (
          <li key={id} className="min-w-0">
            <LocaleLink
              href={`/countries/${slug}`}
              className="flex min-h-16 items-center gap-3 rounded-lg border border-line bg-surface px-4 py-2 hover:border-line-strong"
            >
              <Flag src={icon} />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{name}</span>
                <span className="block truncate text-muted text-sm">
                  <StockLine stock={stock} of="services" rubPerUsd={rubPerUsd} />
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-faint" />
            </LocaleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
