import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountTexts } from "#components/layout/page-texts.tsx";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { AccountFrame } from "#features/identity/step-up/account-frame.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { isReadyShopOpen } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type LayoutProps = { children: ReactNode; params: Promise<{ locale: string }> };

/** The frame of the store's page: the menu of the signed-in user, and the texts that nobody else carries. */
export default async function StoreLayout({ children, params }: LayoutProps) {
  const locale = toLocale((await params).locale);
  setRequestLocale(locale);
  return guardPage(async () => {
    if (!isReadyShopOpen) return children;
    await requireViewer(locale);
    return (
      <AccountTexts locale={locale} names={["readyAccounts", "stores"]}>
        <AccountFrame>{children}</AccountFrame>
      </AccountTexts>
    );
  });
}
