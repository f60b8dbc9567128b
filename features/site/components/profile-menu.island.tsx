"use client";

import { LogOut } from "lucide-react";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { menuItemClasses } from "#components/ui/menu-item-classes.ts";
import { BalanceLine } from "#features/site/components/account-links.island.tsx";
import { ProfileIcon } from "#features/site/components/profile-icon.tsx";
import {
  isOffered,
  isPageOf,
  type OpenShops,
  partnerLink,
  profileMenu,
  staffLink,
} from "#features/site/navigation.rules.ts";
import { useRentShown } from "#features/site/site.client.ts";
import { isPartner, isStaff, menuRolesOf, useLogout, useVisitor } from "#features/site/visitor.client.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

const entryClasses = cx(menuItemClasses, "cursor-pointer font-medium hover:bg-sunken");

/** The signed-in user's pages at the side, with the balance; on phones the account menu of the header has them. */
export function ProfileMenu({ isRentOpen, ...shops }: OpenShops) {
  const isRentShown = useRentShown(isRentOpen);
  const t = useTranslations("site.account");
  const logout = useLogout();
  const { path } = splitLocale(usePathname());
  // Who stands on a page has something there, or wants to look.
  const { visitor } = useVisitor();
  const shown = [
    ...profileMenu.filter(
      (entry) =>
        isOffered(entry, { ...shops, ...menuRolesOf(visitor), isRentShown }) || isPageOf(path, entry.href),
    ),
    partnerLink(isPartner(visitor)),
    ...(isStaff(visitor) ? [staffLink] : []),
  ];
  return (
    <nav
      aria-label={t("profile")}
      className="sticky top-20 hidden h-fit gap-1 rounded-lg border border-line bg-surface p-2 lg:grid"
    >
      <BalanceLine className="mb-1 border-line border-b pb-3" />
      {shown.map(({ href, key, icon }) => {
        const isHere = isPageOf(path, href);
        return (
          <LocaleLink
            key={key}
            href={href}
            aria-current={isHere ? "page" : undefined}
            className={cx(entryClasses, isHere && "bg-accent-soft")}
          >
            <ProfileIcon name={icon} />
            {t(key)}
          </LocaleLink>
        );
      })}
      <button type="button" onClick={() => void logout()} className={entryClasses}>
        <LogOut aria-hidden="true" className="size-4 text-muted" />
        {t("logout")}
      </button>
    </nav>
  );
}
