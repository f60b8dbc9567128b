"use client";

import { useLocale, useTranslations } from "next-intl";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { GuestLinks } from "#features/site/components/account-links.island.tsx";
import { CurrencyToggle } from "#features/site/components/currency-toggle.island.tsx";
import { LanguageLinks } from "#features/site/components/language-menu.island.tsx";
import {
  allLinks,
  DrawerEntry,
  EntryLink,
  InLanguage,
  langOfMenu,
} from "#features/site/components/menu-links.tsx";
import { ThemeToggle } from "#features/site/components/theme-toggle.island.tsx";
import { type DrawerMenus, ownEntries } from "#features/site/menus.rules.ts";
import { documentLinks, mainMenu } from "#features/site/navigation.rules.ts";
import type { LanguageSites } from "#lib/i18n/language-sites.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** Everything the header of wide screens holds, for narrow ones; the account's menu has its own button beside it. */
export function MobileDrawer({
  brand,
  sites,
  menus,
  open,
  onOpenChange,
}: {
  brand: string;
  sites: LanguageSites;
  /** What editors have written instead of the product's own. */
  menus?: DrawerMenus;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations("site");
  const locale = localeFromTag(useLocale());
  const close = () => onOpenChange(false);
  const { header = null, documents = null } = menus ?? {};
  const wordsOf = (key: string) => t(`nav.${key}`);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={brand} closeLabel={t("nav.close")} side="left">
      <nav aria-label={t("nav.main")} className="-mx-2 grid">
        <InLanguage lang={langOfMenu(header, locale)}>
          {(header?.entries ?? ownEntries(mainMenu, wordsOf)).map((entry) => (
            <DrawerEntry key={entry.key} entry={entry} onNavigate={close} />
          ))}
        </InLanguage>
      </nav>
      <div className="mt-3 flex items-center justify-between border-line-strong/25 border-t pt-4">
        <CurrencyToggle locale={locale} />
        <ThemeToggle />
      </div>
      <LanguageLinks
        locale={locale}
        sites={sites}
        className="-mx-2 mt-3 grid grid-cols-2 border-line-strong/25 border-t pt-3"
      />
      <GuestLinks onNavigate={close} />
      <nav aria-label={t("nav.documents")} className="-mx-2 mt-3 grid border-line-strong/25 border-t pt-3">
        <InLanguage lang={langOfMenu(documents, locale)}>
          {allLinks(documents?.entries ?? ownEntries(documentLinks, wordsOf)).map(({ key, ...link }) => (
            <EntryLink
              key={key}
              link={link}
              onClick={close}
              className="touch flex items-center rounded-md px-3 text-muted text-sm hover:bg-sunken"
            />
          ))}
        </InLanguage>
      </nav>
    </Dialog>
  );
}
