"use client";

import {
  BadgePercent,
  Bot,
  ClipboardList,
  DollarSign,
  Flag,
  Gauge,
  Gavel,
  HandCoins,
  Handshake,
  KeyRound,
  Landmark,
  Languages,
  Lightbulb,
  type LucideIcon,
  MessageCircleWarning,
  MessageSquareText,
  MessagesSquare,
  PackageOpen,
  RadioTower,
  ReceiptText,
  Scale,
  ShieldCheck,
  Star,
  Store,
  TicketPercent,
  UserRoundCheck,
  UserRoundX,
  Users,
  Wallet,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { deskPages } from "#features/site/desk-pages.rules.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

const entries = deskPages.filter((page) => "icon" in page);

/** The pictures that the rows of `desk-pages.rules.ts` name. */
const icons: Readonly<Record<(typeof entries)[number]["icon"], LucideIcon>> = {
  BadgePercent,
  Bot,
  ClipboardList,
  DollarSign,
  Flag,
  Gauge,
  HandCoins,
  Gavel,
  Handshake,
  KeyRound,
  Landmark,
  Languages,
  Lightbulb,
  MessageCircleWarning,
  MessageSquareText,
  MessagesSquare,
  PackageOpen,
  RadioTower,
  ReceiptText,
  Scale,
  ShieldCheck,
  Star,
  Store,
  TicketPercent,
  UserRoundCheck,
  UserRoundX,
  Users,
  Wallet,
};

type DeskMenuProps = { isReadyShopOpen: boolean; isSoftwareSold: boolean };

/** The desk's pages: at the side, on phones a row to scroll. */
export function DeskMenu({ isReadyShopOpen, isSoftwareSold }: DeskMenuProps) {
  const t = useTranslations("backOffice");
  const { path } = splitLocale(usePathname());
  const isHere = (href: string) => (href === "/desk" ? path === href : path.startsWith(href));
  const isThere = (page: (typeof entries)[number]) =>
    (isReadyShopOpen || !("isOfReadyAccounts" in page)) && (isSoftwareSold || !("isOfLicences" in page));
  const menu = useRef<HTMLElement>(null);
  const isNew = useRef(true);
  useEffect(() => {
    if (path && menu.current) showWhereOneIs(menu.current, isNew.current);
    isNew.current = false;
  }, [path]);
  return (
    <nav
      ref={menu}
      aria-label={t("title")}
      className="-mx-4 flex h-fit gap-1 overflow-x-auto border-line border-b px-4 pb-2 lg:sticky lg:top-20 lg:mx-0 lg:grid lg:max-h-[calc(100dvh-6rem)] lg:grid-cols-1 lg:overflow-x-hidden lg:overflow-y-auto lg:rounded-lg lg:border lg:bg-surface lg:p-2"
    >
      <p className="hidden px-3 pt-1 pb-2 font-semibold text-muted text-sm lg:block">{t("title")}</p>
      {entries.filter(isThere).map(({ path: href, name, icon }) => {
        const Icon = icons[icon];
        return (
          <LocaleLink
            key={name}
            href={href}
            aria-current={isHere(href) ? "page" : undefined}
            className={cx(
              "touch flex shrink-0 items-center gap-2 whitespace-nowrap rounded-md px-3 py-2 font-medium text-sm hover:bg-sunken lg:whitespace-normal",
              isHere(href) && "bg-accent-soft",
            )}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
            {t(`nav.${name}`)}
          </LocaleLink>
        );
      })}
    </nav>
  );
}

/**
 * The entry of the page may lie beyond the menu's edge. The menu is scrolled in itself: `scrollIntoView` would take the page along. One
 * that was scrolled by hand before the page listened (`isNew`) stays where it is: what is under the pointer must not move away from it.
 */
function showWhereOneIs(menu: HTMLElement, isNew: boolean): void {
  const here = menu.querySelector("[aria-current]");
  if (!here || (isNew && (menu.scrollTop !== 0 || menu.scrollLeft !== 0))) return;
  const place = here.getBoundingClientRect();
  const frame = menu.getBoundingClientRect();
  if (isWithin(place, frame)) return;
  menu.scrollLeft += place.left + place.width / 2 - (frame.left + frame.width / 2);
  menu.scrollTop += place.top + place.height / 2 - (frame.top + frame.height / 2);
}

function isWithin(place: DOMRect, frame: DOMRect): boolean {
  return (
    place.left >= frame.left &&
    place.right <= frame.right &&
    place.top >= frame.top &&
    place.bottom <= frame.bottom
  );
}
