import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { ApiKeys } from "#features/handler-api/keys-card/components/api-keys.island.tsx";
import { hasSocialCard, loadMe, requireViewer } from "#features/identity/identity.loaders.ts";
import { PasskeyList } from "#features/identity/passkeys/components/passkey-list.island.tsx";
import { SecondFactor } from "#features/identity/second-factor/components/second-factor.island.tsx";
import { PasswordForm } from "#features/identity/settings/components/password-form.island.tsx";
import { SessionList } from "#features/identity/settings/components/session-list.island.tsx";
import { SettingsForm } from "#features/identity/settings/components/settings-form.island.tsx";
import { SocialAccounts } from "#features/identity/social/components/social-accounts.island.tsx";
import { PushCard } from "#features/notifications/push/push-card.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata, publicUrl } from "#features/site/site.loaders.ts";
import type { UserId } from "#lib/api/actor.ts";
import { type Locale, toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/settings");

/** The signed-in user's profile, password, devices and API keys. */
export default async function SettingsPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t, me, viewer] = await Promise.all([
      getTranslations({ locale, namespace: "identity.settings" }),
      loadMe(locale),
      requireViewer(locale),
    ]);
    return (
      <>
        <PageHeading title={t("title")} />
        <div className="grid max-w-3xl gap-6">
          <SettingsForm initial={me} />
          <PushCard />
          <ApiKeys baseUrl={`${publicUrl}${handlerPath}`} />
          <WebhooksLink locale={locale} />
          <PasswordForm />
          <SecondFactor />
          <PasskeyList />
          <SocialCard userId={viewer.userId} />
          <SessionList />
          {viewer.role === "staff" ? <DeskLink locale={locale} /> : null}
        </div>
      </>
    );
  });
}

/** Where nothing can be linked and nothing is, there is nothing to show. */
async function SocialCard({ userId }: { userId: UserId }) {
  return (await hasSocialCard(userId)) ? <SocialAccounts /> : null;
}

/** Programs that have a key may be told what happens instead of asking. */
async function WebhooksLink({ locale }: { locale: Locale }) {
  const t = await getTranslations({ locale, namespace: "notifications.webhooks" });
  return (
    <LocaleLink href="/profile/webhooks" className={buttonClasses("plain", "md", "w-fit")}>
      {t("link")}
    </LocaleLink>
  );
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
