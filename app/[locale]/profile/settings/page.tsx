import { getTranslations } from "next-intl/server";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { ArchiveCard } from "#features/identity/archive/archive-card.island.tsx";
import { ClosingCard } from "#features/identity/closing/components/closing-card.island.tsx";
import { EmailCard } from "#features/identity/email-change/components/email-card.island.tsx";
import { hasOwnPassword, loadMe, requireViewer } from "#features/identity/identity.loaders.ts";
import { ProfileForm } from "#features/identity/settings/components/profile-form.island.tsx";
import { SettingsFrame } from "#features/identity/settings/components/settings-frame.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { type Locale, toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/settings");

/** The signed-in user's profile, and what belongs to the account as a whole. */
export default async function SettingsPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const viewer = await requireViewer(locale);
    const [me, hasPassword] = await Promise.all([loadMe(locale), hasOwnPassword(viewer.userId)]);
    return (
      <SettingsFrame here="profile">
        <ProfileForm initial={me} />
        <EmailCard initial={me} hasPassword={hasPassword} />
        <ArchiveCard />
        <ClosingCard hasPassword={hasPassword} />
        {viewer.role === "staff" ? <DeskLink locale={locale} /> : null}
      </SettingsFrame>
    );
  });
}

/** The only link to the money desk: for the staff alone. */
async function DeskLink({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: "backOffice" });
  return (
    <LocaleLink href="/desk" className={buttonClasses("plain", "md", "w-fit")}>
      {t("title")}
    </LocaleLink>
  );
}
