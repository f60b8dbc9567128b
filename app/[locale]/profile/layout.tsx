import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { AccountTexts } from "#components/layout/page-texts.tsx";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { AccountFrame } from "#features/identity/step-up/account-frame.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { toLocale } from "#lib/i18n/locales.ts";

type LayoutProps = { children: ReactNode; params: Promise<{ locale: string }> };

/** The frame of the signed-in user's pages: menu at the side, live numbers and balance. */
export default async function ProfileLayout({ children, params }: LayoutProps) {
  const locale = toLocale((await params).locale);
  setRequestLocale(locale);
  return guardPage(async () => {
    await requireViewer(locale);
    return (
      <AccountTexts locale={locale}>
        <AccountFrame>{children}</AccountFrame>
      </AccountTexts>
    );
  });
}
