import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { AccountButton } from "#features/site/components/account-button.island.tsx";
import { CurrencyToggle } from "#features/site/components/currency-toggle.island.tsx";
import { LanguageMenu } from "#features/site/components/language-menu.island.tsx";
import { Paw } from "#features/site/components/logo.tsx";
import { MenuButton } from "#features/site/components/menu-button.island.tsx";
import { InLanguage, langOfMenu, TopEntry } from "#features/site/components/menu-links.tsx";
import { SearchButton } from "#features/site/components/search-button.island.tsx";
import { ThemeToggle } from "#features/site/components/theme-toggle.island.tsx";
import { type DrawerMenus, ownEntries } from "#features/site/menus.rules.ts";
import { mainMenu } from "#features/site/navigation.rules.ts";
import { languageSites, openShops } from "#features/site/site.loaders.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type HeaderProps = {
  locale: Locale;
  brand: string;
  /** The way to what a signed-in buyer has open. */
  orders: ReactNode;
  /** What editors have written instead of the product's own. */
  menus: DrawerMenus;
};

/** The bar at the top. It is the same for everybody; what depends on the visitor are islands in it. */
export async function Header({ locale, brand, orders, menus: { header, documents } }: HeaderProps) {
  const t = await getTranslations("site");
  const entries = header?.entries ?? ownEntries(mainMenu, (key) => t(`nav.${key}`));
  // The drawer has the product's own menus itself: pages of a site without others say nothing of them.
  const drawer = header || documents ? { menus: { header, documents } } : {};
  return (
    <header className="group sticky top-0 z-30 border-line border-b bg-surface">
      <div className="frame flex h-14 items-center gap-1 lg:h-16 lg:gap-2">
        <MenuButton brand={brand} sites={languageSites} {...drawer} />
        <LocaleLink
          href="/"
          className="touch mr-auto flex items-center gap-2.5 rounded-md pr-2 font-bold text-lg lg:mr-4"
        >
          <Paw />
          <span className="whitespace-nowrap max-[400px]:group-has-[[data-open-orders]]:sr-only max-[360px]:sr-only">
            {brand}
          </span>
        </LocaleLink>
        <nav aria-label={t("nav.main")} className="mr-auto hidden items-center gap-1 lg:flex">
          <InLanguage lang={langOfMenu(header, locale)}>
            {entries.map((entry) => (
              <TopEntry key={entry.key} entry={entry} />
            ))}
          </InLanguage>
        </nav>
        <SearchButton />
        <div className="hidden items-center gap-1 lg:flex">
          <CurrencyToggle locale={locale} />
          <LanguageMenu locale={locale} sites={languageSites} />
          <ThemeToggle />
        </div>
        {orders}
        <AccountButton {...openShops} />
      </div>
    </header>
  );
}
