import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { DeskNothing, deskPage } from "#features/back-office/components/desk-page.tsx";
import { AgentList } from "#features/back-office/licences/agent-list.island.tsx";
import { isSoftwareSold } from "#features/site/site.loaders.ts";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = deskMetadata("/desk/agents");

/** Agents of licences, and the agreement with them. */
export default async function DeskPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return deskPage(async ({ permission }) => {
    if (!isSoftwareSold) return <DeskNothing />;
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.agents")} lead={t("agents.lead")} />
        <AgentList
          mayApprove={isPermitted(permission, "money")}
          mayPublish={isPermitted(permission, "money-lead")}
        />
      </>
    );
  });
}
