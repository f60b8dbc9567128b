"use client";

import { LogOut, TriangleAlert, Wallet } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { menuItemClasses } from "#components/ui/menu-item-classes.ts";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { ProfileIcon } from "#features/site/components/profile-icon.tsx";
import {
  type AccountLink,
  guestMenu,
  headerAccountMenu,
  isOffered,
  type OpenShops,
  partnerLink,
  staffLink,
} from "#features/site/navigation.rules.ts";
import { useRentShown } from "#features/site/site.client.ts";
import {
  isPartner,
  isStaff,
  menuRolesOf,
  useBalance,
  useLogout,
  useVisitor,
} from "#features/site/visitor.client.ts";
import { parseRoubles } from "#lib/money/kopecks.ts";

const linkClasses = cx(menuItemClasses, "cursor-pointer font-medium hover:bg-sunken");

function Figure({ name, kopecks, isBad = false }: { name: string; kopecks: number; isBad?: boolean }) {
  return (
    <div className={cx("flex justify-between gap-3 text-xs", isBad ? "text-bad" : "text-muted")}>
      <dt>{name}</dt>
      <dd className="text-right">
        <RatedMoney kopecks={kopecks} className="justify-end" />
      </dd>
    </div>
  );
}

/**
 * What can be spent, and apart from it what is held and owed; marked when it is below the user's threshold. Kept on the screen,
 * and marked as old, while it cannot be fetched.
 */
export function BalanceLine({ className }: { className?: string }) {
  const t = useTranslations("site.account");
  const { wallet, isStale, retry } = useBalance();
  const { visitor } = useVisitor();
  const threshold = visitor?.dynamicFields?.settings?.lower_balance_threshold ?? null;
  const isLow =
    threshold !== null && wallet !== undefined && wallet.availableKopecks < (parseRoubles(threshold) ?? 0);
  return (
    <div className={cx("grid gap-1 px-3 base:py-2 text-sm", className)}>
      <div className="flex items-center gap-2.5">
        <Wallet aria-hidden="true" className="size-4 text-muted" />
        <span className="text-muted">{t("balance")}</span>
        {isLow ? (
          <Badge tone="warn" icon={<TriangleAlert aria-hidden="true" className="size-3" />}>
            {t("balanceLow")}
          </Badge>
        ) : null}
        <span className={cx("ml-auto text-right font-semibold", isStale && "text-muted")}>
          {wallet ? (
            <RatedMoney kopecks={wallet.availableKopecks} className="justify-end" />
          ) : isStale ? (
            "—"
          ) : (
            <Skeleton className="h-4 w-16" />
          )}
        </span>
      </div>
      {wallet && wallet.heldKopecks + wallet.debtKopecks > 0 ? (
        <dl className="grid gap-0.5 pl-6.5">
          {wallet.heldKopecks > 0 ? <Figure name={t("held")} kopecks={wallet.heldKopecks} /> : null}
          {wallet.debtKopecks > 0 ? <Figure name={t("debt")} kopecks={wallet.debtKopecks} isBad /> : null}
        </dl>
      ) : null}
      {isStale ? (
        <div role="status" className="flex items-center justify-between gap-3 pl-6.5 text-xs">
          <span className="text-warn">{wallet ? t("balanceStale") : t("balanceUnavailable")}</span>
          <button
            type="button"
            onClick={() => void retry()}
            className="touch font-medium text-link underline"
          >
            {t("balanceRetry")}
          </button>
        </div>
      ) : null}
    </div>
  );
}

type AccountLinksProps = OpenShops & { onNavigate?: () => void };

type MenuLinkProps = { link: AccountLink; onNavigate: (() => void) | undefined };

function MenuLink({ link: { href, key, icon }, onNavigate }: MenuLinkProps) {
  const t = useTranslations("site.account");
  return (
    <LocaleLink href={href} onClick={onNavigate} className={linkClasses}>
      <ProfileIcon name={icon} /> {t(key)}
    </LocaleLink>
  );
}

/** The doors for a guest; nothing for who has come in: their menu is that of the account. */
export function GuestLinks({ onNavigate }: { onNavigate: () => void }) {
  const { visitor, isKnown } = useVisitor();
  if (!isKnown || visitor) return null;
  return (
    <div className="-mx-2 mt-3 grid border-line-strong/25 border-t pt-3">
      {guestMenu.map((link) => (
        <MenuLink key={link.key} link={link} onNavigate={onNavigate} />
      ))}
    </div>
  );
}

/** The account's menu; nothing while it is not known whose it is. */
export function AccountLinks({ isRentOpen, onNavigate, ...shops }: AccountLinksProps) {
  const t = useTranslations("site.account");
  const isRentShown = useRentShown(isRentOpen);
  const { visitor } = useVisitor();
  const logout = useLogout();
  if (!visitor) return null;
  return (
    <div className="grid">
      <p className="truncate px-3 py-2 text-muted text-sm">{visitor.email}</p>
      <BalanceLine />
      {headerAccountMenu
        .filter((entry) => isOffered(entry, { ...shops, ...menuRolesOf(visitor), isRentShown }))
        .map((link) => (
          <MenuLink key={link.key} link={link} onNavigate={onNavigate} />
        ))}
      <MenuLink link={partnerLink(isPartner(visitor))} onNavigate={onNavigate} />
      {isStaff(visitor) ? <MenuLink link={staffLink} onNavigate={onNavigate} /> : null}
      <button type="button" className={linkClasses} onClick={logout}>
        <LogOut aria-hidden="true" className="size-4 text-muted" /> {t("logout")}
      </button>
    </div>
  );
}
