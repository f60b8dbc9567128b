"use client";

import { ChevronDown, TriangleAlert, User } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { buttonClasses } from "#components/ui/button.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { AccountLinks } from "#features/site/components/account-links.island.tsx";
import { useMoneyText } from "#features/site/money.client.ts";
import type { OpenShops } from "#features/site/navigation.rules.ts";
import { useBalance, useBalancePolling } from "#features/site/visitor.client.ts";

/** What can be spent, and small below it what is held. A value that cannot be refreshed is marked, never replaced by 0. */
function ButtonBalance() {
  const t = useTranslations("site.account");
  const money = useMoneyText();
  const { wallet, isStale } = useBalance();
  return (
    <span className="tabular grid min-w-16 justify-items-end leading-tight max-sm:hidden">
      <span className="flex items-center gap-1">
        {isStale ? (
          <>
            <TriangleAlert aria-hidden="true" className="size-3.5 text-warn" />
            <span className="sr-only">{t("balanceStale")}</span>
          </>
        ) : null}
        <span className={isStale ? "text-muted" : undefined}>
          {wallet === undefined ? (
            ""
          ) : (
            <RatedMoney kopecks={wallet.availableKopecks} className="max-lg:flex-col max-lg:items-end" />
          )}
        </span>
      </span>
      {wallet && wallet.heldKopecks > 0 ? (
        <span className="font-normal text-muted text-xs">
          {t("heldAmount", { amount: money.one(wallet.heldKopecks) })}
        </span>
      ) : null}
    </span>
  );
}

/** The balance, and the account's menu below it. */
export function UserButton(shops: OpenShops) {
  const t = useTranslations("site.account");
  useBalancePolling();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const close = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      if (event instanceof MouseEvent && frame.current?.contains(event.target as Node)) return;
      setOpen(false);
      if (event instanceof KeyboardEvent) frame.current?.querySelector("button")?.focus();
    };
    document.addEventListener("click", close);
    document.addEventListener("keydown", close);
    return () => {
      document.removeEventListener("click", close);
      document.removeEventListener("keydown", close);
    };
  }, [open]);
  return (
    <div ref={frame} className="relative">
      <button
        type="button"
        aria-expanded={open}
        className={buttonClasses("quiet", "md", "px-2")}
        onClick={() => setOpen(!open)}
      >
        <User aria-hidden="true" className="size-5" />
        <span className="sr-only">{t("menu")}</span>
        <ButtonBalance />
        <ChevronDown aria-hidden="true" className="size-4 text-faint" />
      </button>
      {open ? (
        <div className="absolute right-0 z-40 mt-1.5 w-64 rounded-lg border border-line bg-raised p-1 shadow-pop">
          <AccountLinks {...shops} onNavigate={() => setOpen(false)} />
        </div>
      ) : null}
    </div>
  );
}
