"use client";

import {
  CirclePlus,
  LogIn,
  LogOut,
  Settings,
  Smartphone,
  TriangleAlert,
  UserPlus,
  Wallet,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { menuItemClasses } from "#components/ui/menu-item-classes.ts";
import { rublesText } from "#components/ui/money.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useBalance, useLogout, useVisitor } from "#features/site/visitor/client.ts";

const linkClasses = cx(menuItemClasses, "cursor-pointer font-medium hover:bg-sunken");

/** Balance in roubles, marked when it is below the user's threshold, kept on the screen when it cannot be fetched for the moment. */
export function BalanceLine({ className }: { className?: string }) {
  const t = useTranslations("site.account");
  const { balanceRub, isFailed, retry } = useBalance(true);
  const { visitor } = useVisitor();
  const threshold = visitor?.dynamicFields?.settings?.lower_balance_threshold ?? null;
  const isLow = threshold !== null && balanceRub !== undefined && balanceRub < Number(threshold);
  return (
    <div className={cx("flex items-center gap-2.5 px-3 py-2 text-sm", className)}>
      <Wallet aria-hidden="true" className="size-4 text-muted" />
      <span className="text-muted">{t("balance")}</span>
      {isLow ? (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden="true" className="size-3" />}>
          {t("balanceLow")}
        </Badge>
      ) : null}
      <span className="tabular ml-auto font-semibold">
        {balanceRub === undefined ? (
          isFailed ? null : (
            <Skeleton className="h-4 w-16" />
          )
        ) : (
          rublesText(Math.round(balanceRub * 100))
        )}
      </span>
      {isFailed ? (
        <button type="button" onClick={() => retry()} className="text-bad text-xs underline">
          {t("balanceUnavailable")}
        </button>
      ) : null}
    </div>
  );
}

/** Links of the signed-in user, or the doors for a guest. */
export function AccountLinks({ onNavigate }: { onNavigate?: () => void }) {
  const t = useTranslations("site.account");
  const { visitor, isKnown } = useVisitor();
  const logout = useLogout();
  if (!isKnown) return <Skeleton className="mx-3 my-2 h-9" />;
  if (!visitor) {
    return (
      <div className="grid">
        <LocaleLink href="/authorization" onClick={onNavigate} className={linkClasses}>
          <LogIn aria-hidden="true" className="size-4 text-muted" /> {t("login")}
        </LocaleLink>
        <LocaleLink href="/registration" onClick={onNavigate} className={linkClasses}>
          <UserPlus aria-hidden="true" className="size-4 text-muted" /> {t("register")}
        </LocaleLink>
      </div>
    );
  }
  return (
    <div className="grid">
      <p className="truncate px-3 py-2 text-muted text-sm">{visitor.email}</p>
      <BalanceLine />
      <LocaleLink href="/profile/pay" onClick={onNavigate} className={linkClasses}>
        <CirclePlus aria-hidden="true" className="size-4 text-muted" /> {t("topUp")}
      </LocaleLink>
      <LocaleLink href="/profile" onClick={onNavigate} className={linkClasses}>
        <Smartphone aria-hidden="true" className="size-4 text-muted" /> {t("activeNumbers")}
      </LocaleLink>
      <LocaleLink href="/profile/settings" onClick={onNavigate} className={linkClasses}>
        <Settings aria-hidden="true" className="size-4 text-muted" /> {t("settings")}
      </LocaleLink>
      <button type="button" className={linkClasses} onClick={logout}>
        <LogOut aria-hidden="true" className="size-4 text-muted" /> {t("logout")}
      </button>
    </div>
  );
}
