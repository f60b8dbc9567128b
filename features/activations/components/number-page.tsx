import { useTranslations } from "next-intl";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { FrequentQuestions } from "#features/activations/components/frequent-questions.tsx";
import { HowItWorks } from "#features/activations/components/how-it-works.tsx";
import { MyNumbersBar } from "#features/activations/components/my-numbers-bar.island.tsx";
import { NumberShop } from "#features/activations/components/number-shop.island.tsx";
import type { Shop } from "#features/pricing/loaders.ts";

/** The number selection as a page: the home page, and the page of one service. */
export function NumberPage({ shop, isServicePage }: { shop: Shop; isServicePage: boolean }) {
  const t = useTranslations("activations.page");
  const service = shop.service.name;
  return (
    <PageFrame>
      <PageHeading
        title={isServicePage ? t("serviceTitle", { service }) : t("title")}
        lead={isServicePage ? t("serviceLead", { service }) : t("lead")}
      />
      <NumberShop {...shop} isServicePage={isServicePage} />
      <MyNumbersBar />
      <HowItWorks />
      <FrequentQuestions />
    </PageFrame>
  );
}
