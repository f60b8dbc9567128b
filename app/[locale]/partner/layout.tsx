import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { PageFrame } from "#components/layout/page-frame.tsx";
import { AccountTexts } from "#components/layout/page-texts.tsx";
import { StepUpFrame } from "#features/identity/step-up/step-up-frame.island.tsx";
import { findPartner } from "#features/partners/cabinet/cabinet.loaders.ts";
import { CabinetTabs } from "#features/partners/cabinet/components/cabinet-tabs.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { toLocale } from "#lib/i18n/locales.ts";

type LayoutProps = { children: ReactNode; params: Promise<{ locale: string }> };

/** The frame of the partner's cabinet: tabs, and the texts that nobody else carries. Every page proves its partner by itself. */
export default async function PartnerLayout({ children, params }: LayoutProps) {
  const locale = toLocale((await params).locale);
  setRequestLocale(locale);
  return guardPage(async () => {
    if (!(await findPartner(locale))) return children;
    return (
      <AccountTexts locale={locale} names={["partners", "statistics"]}>
        <StepUpFrame>
          <PageFrame>
            <CabinetTabs />
            {children}
          </PageFrame>
        </StepUpFrame>
      </AccountTexts>
    );
  });
}
