import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { DeskNothing, deskPage } from "#features/back-office/components/desk-page.tsx";
import { ProposeButton } from "#features/back-office/corrections/components/propose.island.tsx";
import { PersonPage } from "#features/back-office/people/components/person-page.island.tsx";
import { isPermitted } from "#lib/api/actor.ts";
import { readId } from "#lib/api/id-text.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; id: string }> };

export const generateMetadata = deskMetadata("/desk/people/[id]");

/** One user with their ledger. */
export default async function DeskPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  const id = readId((await params).id);
  return deskPage(async (staff) => {
    if (id === null) return <DeskNothing />;
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading
          title={`${t("facts.user")} ${id}`}
          action={
            isPermitted(staff.permission, "money") && id !== staff.staffId ? (
              <ProposeButton userId={id} />
            ) : undefined
          }
        />
        <PersonPage
          id={id}
          isSelf={id === staff.staffId}
          mayMoveMoney={isPermitted(staff.permission, "money")}
        />
      </>
    );
  });
}
