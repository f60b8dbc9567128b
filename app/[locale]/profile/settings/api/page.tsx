import { getTranslations } from "next-intl/server";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { handlerPath } from "#features/handler-api/handler-api.contract.ts";
import { hasOwnPassword, requireViewer } from "#features/identity/identity.loaders.ts";
import { SettingsFrame } from "#features/identity/settings/components/settings-frame.tsx";
import { ApiKeys } from "#features/keys-card/components/api-keys.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata, publicUrl } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/settings/api");

/** The signed-in user's keys, and the way to the webhooks: programs that have a key may be told instead of asking. */
export default async function ApiSettingsPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const t = await getTranslations({ locale, namespace: "notifications.webhooks" });
    const { userId } = await requireViewer(locale);
    const hasPassword = await hasOwnPassword(userId);
    return (
      <SettingsFrame here="api">
        <ApiKeys baseUrl={`${publicUrl}${handlerPath}`} hasPassword={hasPassword} />
        <LocaleLink href="/profile/webhooks" className={buttonClasses("plain", "md", "w-fit")}>
          {t("link")}
        </LocaleLink>
      </SettingsFrame>
    );
  });
}
