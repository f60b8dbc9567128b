import { NextIntlClientProvider } from "next-intl";
import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { PageFrame } from "#components/layout/page-frame.tsx";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { StepUpFrame } from "#features/identity/step-up/step-up-frame.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { ProfileMenu } from "#features/site/components/profile-menu.island.tsx";
import { SupportFrame } from "#features/site/components/support.island.tsx";
import { isReadyShopOpen, openShops } from "#features/site/site.loaders.ts";
import { env } from "#lib/env.ts";
import { toLocale } from "#lib/i18n/locales.ts";
import { clientMessages, type Messages, messagesOf } from "#lib/i18n/messages.ts";
import { toPageMessages } from "#lib/i18n/page-messages.ts";

type LayoutProps = { children: ReactNode; params: Promise<{ locale: string }> };

/** The frame of the store's page: the menu of the signed-in user, and the texts that nobody else carries. */
export default async function StoreLayout({ children, params }: LayoutProps) {
  const locale = toLocale((await params).locale);
  setRequestLocale(locale);
  return guardPage(async () => {
    if (!isReadyShopOpen) return children;
    await requireViewer(locale);
    const { readyAccounts, stores } = messagesOf(locale);
    const messages = { ...clientMessages(locale), readyAccounts, stores };
    return (
      <NextIntlClientProvider messages={toPageMessages(messages as Messages)}>
        <StepUpFrame>
          <PageFrame className="grid gap-6 lg:grid-cols-[16rem_minmax(0,1fr)] lg:gap-8">
            <ProfileMenu {...openShops} />
            <div className="min-w-0">
              <SupportFrame email={env.SUPPORT_EMAIL}>{children}</SupportFrame>
            </div>
          </PageFrame>
        </StepUpFrame>
      </NextIntlClientProvider>
    );
  });
}
