import { getTranslations } from "next-intl/server";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";

/** Stands where a password is changed, for an account that has none: how it logs in, and where it may set one. */
export async function NoPassword() {
  const t = await getTranslations("identity");
  return (
    <SettingsCard
      id="settings-password"
      title={t("settings.password.title")}
      lead={t("settings.password.none")}
    >
      <LocaleLink href="/request-password" className={buttonClasses("plain", "md", "w-fit")}>
        {t("social.setPassword")}
      </LocaleLink>
    </SettingsCard>
  );
}
