import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { cx } from "#components/ui/class-names.ts";
import { LocaleLink } from "#components/ui/locale-link.tsx";

const parts = {
  profile: "/profile/settings",
  security: "/profile/settings/security",
  api: "/profile/settings/api",
  notifications: "/profile/settings/notifications",
} as const;

type SettingsFrameProps = { here: keyof typeof parts; children: ReactNode };

/** One part of the settings below the row of all parts. Each part is a page of its own, so that links and the back button work. */
export function SettingsFrame({ here, children }: SettingsFrameProps) {
  const t = useTranslations("identity.settings");
  return (
    <>
      <PageHeading title={t("title")} />
      <nav
        aria-label={t("tabs.label")}
        className="-mt-2 mb-6 flex max-w-3xl flex-wrap gap-x-1 border-line border-b"
      >
        {(Object.keys(parts) as (keyof typeof parts)[]).map((part) => (
          <LocaleLink
            key={part}
            href={parts[part]}
            aria-current={part === here ? "page" : undefined}
            className={cx(
              "touch -mb-px flex min-h-11 items-center whitespace-nowrap border-b-2 px-2 font-medium text-sm sm:px-3",
              part === here ? "border-accent" : "border-transparent text-muted hover:text-text",
            )}
          >
            {t(`tabs.${part}`)}
          </LocaleLink>
        ))}
      </nav>
      <div className="grid max-w-3xl gap-6">{children}</div>
    </>
  );
}
