"use client";

import { ChevronDown, User } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { buttonClasses } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { iconButtonClasses } from "#components/ui/icon-button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { rublesText } from "#components/ui/money.tsx";
import { AccountLinks } from "#features/site/components/account-links.island.tsx";
import { useBalance, useVisitor } from "#features/site/visitor/client.ts";

function GuestButton() {
  const t = useTranslations("site.account");
  return (
    <>
      <LocaleLink
        href="/authorization"
        aria-label={t("login")}
        className={cx(iconButtonClasses, "lg:hidden")}
      >
        <User aria-hidden="true" className="size-5" />
      </LocaleLink>
      <LocaleLink
        href="/authorization"
        className={buttonClasses("plain", "md", "hidden min-w-24 lg:inline-flex")}
      >
        {t("login")}
      </LocaleLink>
    </>
  );
}

function UserButton() {
  const t = useTranslations("site.account");
  const { balanceRub } = useBalance(true);
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
        aria-label={t("menu")}
        className={buttonClasses("quiet", "md", "px-2")}
        onClick={() => setOpen(!open)}
      >
        <User aria-hidden="true" className="size-5" />
        <span className="tabular min-w-16 text-right max-sm:hidden">
          {balanceRub === undefined ? "" : rublesText(Math.round(balanceRub * 100))}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 text-faint" />
      </button>
      {open ? (
        <div className="absolute right-0 z-40 mt-1.5 w-64 rounded-lg border border-line bg-raised p-1 shadow-pop">
          <AccountLinks onNavigate={() => setOpen(false)} />
        </div>
      ) : null}
    </div>
  );
}

/** Profile button: login for guests, balance and account menu for users. Guests are assumed until the API says more. */
export function AccountButton() {
  const { visitor } = useVisitor();
  return visitor ? <UserButton /> : <GuestButton />;
}
