"use client";

import {
  CardSim,
  ChartColumn,
  Download,
  Gauge,
  HandCoins,
  History,
  ListChecks,
  type LucideIcon,
  Tags,
  Wallet,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { partnerPages } from "#features/site/partner-pages.rules.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

/** The pictures that the rows of `partner-pages.rules.ts` name. */
const icons: Readonly<Record<(typeof partnerPages)[number]["icon"], LucideIcon>> = {
  CardSim,
  ChartColumn,
  Download,
  Gauge,
  HandCoins,
  History,
  ListChecks,
  Tags,
  Wallet,
};

const tabs = partnerPages.filter((page) => !("isPlanned" in page));

/** The cabinet's pages: a row of tabs, to scroll where it is wider than the screen. */
export function CabinetTabs() {
  const t = useTranslations("partners.cabinet");
  const { path } = splitLocale(usePathname());
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    // On phones the row may be scrolled away from where one is.
    if (path)
      row.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [path]);
  return (
    <nav
      ref={row}
      aria-label={t("title")}
      className="-mx-4 mb-6 flex gap-1 overflow-x-auto border-line border-b px-4 sm:mx-0 sm:px-0"
    >
      {tabs.map(({ path: href, name, icon }) => {
        const Icon = icons[icon];
        const isHere = path === href;
        return (
          <LocaleLink
            key={name}
            href={href}
            aria-current={isHere ? "page" : undefined}
            className={cx(
              "touch -mb-px flex shrink-0 items-center gap-2 whitespace-nowrap border-b-2 px-3 py-2 font-medium text-sm",
              isHere ? "border-accent" : "border-transparent text-muted hover:text-text",
            )}
          >
            <Icon aria-hidden="true" className="size-4 text-muted" />
            {t(`nav.${name}`)}
          </LocaleLink>
        );
      })}
    </nav>
  );
}
