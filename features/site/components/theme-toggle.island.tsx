"use client";

import cookie from "js-cookie";
import { Moon, Sun } from "lucide-react";
import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { IconButton } from "#components/ui/icon-button.tsx";
import { cookies } from "#lib/cookies.ts";

function toggleTheme() {
  const root = document.documentElement;
  const systemDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : systemDark;
  const next = isDark ? "light" : "dark";
  root.dataset.theme = next;
  cookie.set(cookies.theme.name, next, {
    path: "/",
    sameSite: "lax",
    expires: cookies.theme.maxAgeSeconds / 86_400,
  });
}

/** Light or dark. Which icon is seen is decided by CSS, so nothing flickers before scripts run. */
export function ThemeToggle({ className }: { className?: string }) {
  const t = useTranslations("site");
  return (
    <IconButton label={t("theme.toggle")} onClick={toggleTheme} className={cx(className)}>
      <Moon aria-hidden="true" className="theme-light-only size-5" />
      <Sun aria-hidden="true" className="theme-dark-only size-5" />
    </IconButton>
  );
}
