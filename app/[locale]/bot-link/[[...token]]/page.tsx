import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { AccountTexts } from "#components/layout/page-texts.tsx";
import { NoScript } from "#features/identity/components/no-script.tsx";
import { linkTokenOf, loadMe } from "#features/identity/identity.loaders.ts";
import { StepUpFrame } from "#features/identity/step-up/step-up-frame.island.tsx";
import { LinkChat } from "#features/notifications/telegram/components/link-chat.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { setPageHeader } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; token?: string[] }> };

export const generateMetadata = pageMetadata("/bot-link/[[...token]]");

/** Where the bot sends somebody to link a chat to their account. */
export default async function BotLinkPage({ params }: PageProps) {
  setPageHeader("referrer-policy", "no-referrer");
  const { locale: written, token } = await params;
  const locale = toLocale(written);
  return guardPage(async () => {
    // Whoever is not signed in is sent to do so, and comes back.
    await loadMe(locale);
    const t = await getTranslations({ locale, namespace: "notifications.bot.page" });
    return (
      <FormFrame title={t("title")}>
        <NoScript />
        <AccountTexts locale={locale} names={["notifications.bot.card", "notifications.bot.page"]}>
          <StepUpFrame>
            <LinkChat token={linkTokenOf(token)} />
          </StepUpFrame>
        </AccountTexts>
      </FormFrame>
    );
  });
}
