"use client";

import {
  CalendarClock,
  ChartColumn,
  CirclePlus,
  Gift,
  LogOut,
  ReceiptText,
  Settings,
  Smartphone,
  Undo2,
  Users,
  Webhook,
} from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { menuItemClasses } from "#components/ui/menu-item-classes.ts";
import { BalanceLine } from "#features/site/components/account-links.island.tsx";
import { useRentShown } from "#features/site/site.client.ts";
import { useLogout } from "#features/site/visitor.client.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

const links = [
  { href: "/profile", key: "activeNumbers", icon: Smartphone },
  { href: "/profile/rentals", key: "rentals", icon: CalendarClock },
  { href: "/profile/pay", key: "topUp", icon: CirclePlus },
  { href: "/profile/statistics", key: "statistics", icon: ChartColumn },
  { href: "/profile/history", key: "history", icon: ReceiptText },
  { href: "/profile/loyalty-program", key: "loyalty", icon: Gift },
  { href: "/profile/referral-program", key: "referrals", icon: Users },
  { href: "/profile/withdrawals", key: "withdrawals", icon: Undo2 },
  { href: "/profile/webhooks", key: "webhooks", icon: Webhook },
  { href: "/profile/settings", key: "settings", icon: Settings },
] as const;

const entryClasses = cx(menuItemClasses, "cursor-pointer font-medium hover:bg-sunken");

/** The soft page of the referral programme stands in for the common one. */
function isHere(path: string, href: string): boolean {
  return path === href || (href === "/profile/referral-program" && path === `${href}-soft`);
}

/** The signed-in user's pages at the side, with the balance; on phones the account menu of the header has them. */
export function ProfileMenu({ isRentOpen }: { isRentOpen: boolean }) {
  const isRentShown = useRentShown(isRentOpen);
  const t = useTranslations("activations.profile.menu");
  const account = useTranslations("site.account");
  const logout = useLogout();
  const { path } = splitLocale(usePathname());
  // Who stands on the page of the rentals has some, or wants to look.
  const shown = links.filter(({ key, href }) => key !== "rentals" || isRentShown || isHere(path, href));
  return (
    <nav
      aria-label={t("label")}
      className="sticky top-20 hidden h-fit gap-1 rounded-lg border border-line bg-surface p-2 lg:grid"
    >
      <BalanceLine className="mb-1 border-line border-b pb-3" />
      {shown.map(({ href, key, icon: Icon }) => (
        <LocaleLink
          key={key}
          href={href}
          aria-current={isHere(path, href) ? "page" : undefined}
          className={cx(entryClasses, isHere(path, href) && "bg-accent-soft")}
        >
          <Icon aria-hidden="true" className="size-4 text-muted" />
          {t(key)}
        </LocaleLink>
      ))}
      <button type="button" onClick={() => void logout()} className={entryClasses}>
        <LogOut aria-hidden="true" className="size-4 text-muted" />
        {account("logout")}
      </button>
    </nav>
  );
}
