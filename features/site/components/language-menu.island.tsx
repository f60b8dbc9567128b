"use client";

import { Check, ChevronDown, Languages } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { menuItemClasses } from "#components/ui/menu-item-classes.ts";
import { useDropdowns } from "#features/site/dropdowns.client.ts";
import { rememberLocale } from "#features/site/site.client.ts";
import type { LanguageSites } from "#lib/i18n/language-sites.ts";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";
import { localizedPath, splitLocale } from "#lib/i18n/paths.ts";

const LeaveWarning = dynamic(
  () => import("#features/site/components/leave-warning.island.tsx").then((module) => module.LeaveWarning),
  { ssr: false },
);

type LanguageLinksProps = { locale: Locale; sites: LanguageSites; className?: string };

/**
 * Links to this page in the other languages; ordinary links, so they work before scripts do. From Russian to another site the way
 * is asked about first (`LeaveWarning`).
 */
export function LanguageLinks({ locale, sites, className }: LanguageLinksProps) {
  const { path } = splitLocale(usePathname());
  const [leavingFor, setLeavingFor] = useState<string | null>(null);
  return (
    <>
      <ul className={className}>
        {locales.map((option) => {
          const address = (sites[option] ?? "") + localizedPath(option, path);
          return (
            <li key={option}>
              <a
                href={address}
                lang={localeFacts[option].tag}
                hrefLang={localeFacts[option].tag}
                aria-current={option === locale ? "true" : undefined}
                onClick={(event) => {
                  const isElsewhere = new URL(address, location.href).origin !== location.origin;
                  if (!isElsewhere) rememberLocale(option);
                  // The query (a service, a referral) goes along.
                  event.currentTarget.href = address + location.search;
                  if (!isElsewhere || locale !== "ru") return;
                  event.preventDefault();
                  setLeavingFor(event.currentTarget.href);
                }}
                className={`${menuItemClasses} hover:bg-sunken`}
              >
                <span className="flex-1">{localeFacts[option].name}</span>
                {option === locale ? <Check aria-hidden="true" className="size-4 text-good" /> : null}
              </a>
            </li>
          );
        })}
      </ul>
      {leavingFor ? <LeaveWarning address={leavingFor} onClose={() => setLeavingFor(null)} /> : null}
    </>
  );
}

/** The language button of the header. <details> opens without scripts; Escape and a click elsewhere close it. */
export function LanguageMenu({ locale, sites }: { locale: Locale; sites: LanguageSites }) {
  const t = useTranslations("site.language");
  useDropdowns();
  return (
    <details className="relative">
      <summary className="touch flex h-10 cursor-pointer list-none items-center gap-1.5 rounded-md px-2.5 font-medium text-sm hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Languages aria-hidden="true" className="size-5" />
        <span className="sr-only">{t("label", { language: localeFacts[locale].name })}</span>
        {localeFacts[locale].short}
        <ChevronDown aria-hidden="true" className="size-4 text-faint" />
      </summary>
      <LanguageLinks
        locale={locale}
        sites={sites}
        className="absolute right-0 z-40 mt-1.5 w-48 rounded-lg border border-line bg-raised p-1 shadow-pop"
      />
    </details>
  );
}
