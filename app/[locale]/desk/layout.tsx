import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { PageFrame } from "#components/layout/page-frame.tsx";
import { AccountTexts } from "#components/layout/page-texts.tsx";
import { findDeskVisitor } from "#features/back-office/back-office.loaders.ts";
import { DeskMenu } from "#features/back-office/components/desk-menu.island.tsx";
import { StepUpFrame } from "#features/identity/step-up/step-up-frame.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { isReadyShopOpen, isSoftwareSold } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type LayoutProps = { children: ReactNode; params: Promise<{ locale: string }> };

/** The frame of the money desk: menu, and the texts that nobody else carries. Every page proves its visitor by itself. */
export default async function DeskLayout({ children, params }: LayoutProps) {
  const locale = toLocale((await params).locale);
  setRequestLocale(locale);
  return guardPage(async () => {
    if ((await findDeskVisitor()).kind !== "staff") return children;
    return (
      <AccountTexts
        locale={locale}
        names={["backOffice", "ledger", "partners.selfTest", "readyAccounts", "statistics"]}
      >
        <StepUpFrame>
          <PageFrame className="grid gap-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8">
            <DeskMenu isReadyShopOpen={isReadyShopOpen} isSoftwareSold={isSoftwareSold} />
            <div className="min-w-0" data-no-consent>
              {children}
            </div>
          </PageFrame>
        </StepUpFrame>
      </AccountTexts>
    );
  });
}
