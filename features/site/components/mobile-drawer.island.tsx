"use client";

import { useLocale, useTranslations } from "next-intl";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { GuestLinks } from "#features/site/components/account-links.island.tsx";
import { CurrencyToggle } from "#features/site/components/currency-toggle.island.tsx";
import { LanguageLinks } from "#features/site/components/language-menu.island.tsx";
import { ThemeToggle } from "#features/site/components/theme-toggle.island.tsx";
import { documentLinks, mainMenu } from "#features/site/navigation.rules.ts";
import type { LanguageSites } from "#lib/i18n/language-sites.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** Everything the header of wide screens holds, for narrow ones; the account's menu has its own button beside it. */
export function MobileDrawer({
  brand,
  sites,
  open,
  onOpenChange,
}: {
  brand: string;
  sites: LanguageSites;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useTranslations("site");
  const locale = localeFromTag(useLocale());
  const close = () => onOpenChange(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={brand} closeLabel={t("nav.close")} side="left">
      <nav aria-label={t("nav.main")} className="-mx-2 grid">
        {mainMenu.map((link) => (
          <LocaleLink
            key={link.key}
            href={link.href}
            onClick={close}
            className="touch flex items-center rounded-md px-3 font-medium text-base hover:bg-sunken"
          >
            {t(`nav.${link.key}`)}
          </LocaleLink>
        ))}
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
        {documentLinks.map((link) => (
          <LocaleLink
            key={link.key}
            href={link.href}
            onClick={close}
            className="touch flex items-center rounded-md px-3 text-muted text-sm hover:bg-sunken"
          >
            {t(`nav.${link.key}`)}
          </LocaleLink>
        ))}
      </nav>
    </Dialog>
  );
}
