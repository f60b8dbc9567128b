import { AccountTexts } from "#components/layout/page-texts.tsx";
import { loadMe } from "#features/identity/identity.loaders.ts";
import { NoticesForm } from "#features/identity/settings/components/notices-form.island.tsx";
import { SettingsFrame } from "#features/identity/settings/components/settings-frame.tsx";
import { PushCard } from "#features/notifications/push/push-card.island.tsx";
import { TelegramCard } from "#features/notifications/telegram/components/telegram-card.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/settings/notifications");

/** What the signed-in user is told of, and where. */
export default async function NotificationSettingsPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const me = await loadMe(locale);
    return (
      <SettingsFrame here="notifications">
        <NoticesForm initial={me} />
        <PushCard />
        <AccountTexts locale={locale} names={["notifications.bot.card"]}>
          <TelegramCard />
        </AccountTexts>
      </SettingsFrame>
    );
  });
}
