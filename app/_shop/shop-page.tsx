import type { ReactNode } from "react";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { NumberPage } from "#features/activations/components/number-page.tsx";
import { DeadEndOffer } from "#features/community/stock-alerts/components/dead-end-offer.island.tsx";
import { deadEndTexts } from "#features/community/stock-alerts/dead-end-texts.rules.ts";
import type { Shop } from "#features/pricing/pricing.loaders.ts";
import { ReadyTab } from "#features/ready-accounts/components/ready-tab.island.tsx";
import { deliveryFilePattern } from "#features/ready-accounts/ready-accounts.loaders.ts";
import { ModeTabs } from "#features/rentals/components/mode-tabs.island.tsx";
import { isReadyShopOpen, isRentOpen } from "#features/site/site.loaders.ts";
import { loadDeliveries } from "#features/statistics/delivery/delivery.loaders.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What the number selection says, with rentals, ready accounts and the ways on where a list of countries leads nowhere. */
const shopTexts = [
  "activations.search",
  "activations.shop",
  "catalogue.picker",
  ...deadEndTexts,
  "pricing.list",
  "pricing.stock",
  "readyAccounts.confirm",
  "readyAccounts.delivered",
  "readyAccounts.mine",
  "readyAccounts.shop",
  "rentals.help",
  "rentals.pay",
  "rentals.shop",
  "rentals.tabs",
  "rentals.term",
] as const;

type ShopPageProps = {
  locale: Locale;
  shop: Shop;
  /** Code of the service whose own page it is; null at home. */
  pageServiceCode: string | null;
  /** What stands below the heading: figures that can be relied on. */
  facts: ReactNode;
  /** What stands below the explanations; it brings its own texts. */
  end?: ReactNode;
};

/** The selection of a number in its three modes: bought, rented, or with an account. */
export async function ShopPage({ locale, shop, pageServiceCode, facts, end }: ShopPageProps) {
  const { rubPerUsd } = shop;
  const ready = isReadyShopOpen ? <ReadyTab rubPerUsd={rubPerUsd} fileName={deliveryFilePattern} /> : null;
  return (
    <PageTexts locale={locale} names={shopTexts}>
      <NumberPage
        shop={shop}
        deliveries={await loadDeliveries(shop.service.id)}
        deadEnd={<DeadEndOffer />}
        isServicePage={pageServiceCode !== null}
        end={end}
        renderShop={(parts) => (
          <ModeTabs
            {...parts}
            {...{ isRentOpen, rubPerUsd, ready, facts, pageServiceCode }}
            deadEnd={<DeadEndOffer />}
          />
        )}
      />
    </PageTexts>
  );
}
