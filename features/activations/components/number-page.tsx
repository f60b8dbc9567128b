import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageFrame } from "#components/layout/page-frame.tsx";
import { FrequentQuestions } from "#features/activations/components/frequent-questions.tsx";
import { HowItWorks } from "#features/activations/components/how-it-works.tsx";
import { NumberShop } from "#features/activations/components/number-shop.island.tsx";
import { OwnNumbersBar } from "#features/activations/components/own-numbers-bar.island.tsx";
import { WholesaleLine } from "#features/pricing/components/wholesale-line.tsx";
import type { Deliveries } from "#features/pricing/offers.rules.ts";
import type { Shop } from "#features/pricing/pricing.loaders.ts";
import { StockLine } from "#features/pricing/stock/components/stock-line.tsx";

/** What stands above the explanations: the texts of the heading and the selection itself. */
type ShopParts = {
  readonly title: string;
  readonly lead: string;
  readonly buy: ReactNode;
  /** What the wholesale prices need; the same for every way to get a number. */
  readonly tierLine: ReactNode;
};

type NumberPageProps = {
  shop: Shop;
  isServicePage: boolean;
  /** How the countries have done for its service. */
  deliveries: Deliveries;
  /** What helps on where a list of countries leads nowhere. */
  deadEnd: ReactNode;
  /** What stands below the explanations. */
  end?: ReactNode;
  /** Puts the selection among other ways to get a number. */
  renderShop: (parts: ShopParts) => ReactNode;
};

/** The number selection as a page: the home page, and the page of one service. */
export function NumberPage({ shop, isServicePage, deliveries, deadEnd, end, renderShop }: NumberPageProps) {
  const t = useTranslations("activations.page");
  const service = shop.service.name;
  const title = isServicePage ? t("serviceTitle", { service }) : t("title");
  // Above an empty list nothing is promised, and no country asked for.
  const serviceLead = shop.offers.length > 0 ? "serviceLead" : "serviceLeadEmpty";
  const lead = isServicePage ? t(serviceLead, { service }) : t("lead");
  const { popular, wholesaleTurnoverKopecks, ...rest } = shop;
  const tierLine = <WholesaleLine fromKopecks={wholesaleTurnoverKopecks} rubPerUsd={shop.rubPerUsd} />;
  const popularStock = Object.fromEntries(
    popular.map(({ id, stock }) => [
      id,
      <StockLine key={id} stock={stock} of="numbers" rubPerUsd={shop.rubPerUsd} />,
    ]),
  );
  const buy = (
    <NumberShop
      {...rest}
      popular={popular.map(({ stock: _, ...service }) => service)}
      popularStock={popularStock}
      isServicePage={isServicePage}
      deliveries={deliveries}
      deadEnd={deadEnd}
      tierLine={tierLine}
    />
  );
  return (
    <PageFrame className="number-page">
      {renderShop({ title, lead, buy, tierLine })}
      <OwnNumbersBar />
      <HowItWorks />
      <FrequentQuestions />
      {end}
    </PageFrame>
  );
}
