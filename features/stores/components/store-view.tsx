import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { Card } from "#components/ui/card.tsx";
import { ShareForm } from "#features/payments/withdrawals/components/share-form.island.tsx";
import { WithdrawalList } from "#features/payments/withdrawals/components/withdrawal-list.island.tsx";
import { StoreCabinet } from "#features/stores/components/store-cabinet.island.tsx";
import { StoreRegistration } from "#features/stores/components/store-registration.island.tsx";
import type { StorePage } from "#features/stores/store.loaders.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The store to its owner, and to anybody else the way to one. */
export function StoreView({ page, locale }: { page: StorePage; locale: Locale }) {
  const t = useTranslations("stores");
  if (page.kind === "applicant")
    return (
      <>
        <PageHeading title={t("registration.title")} lead={t("registration.lead")} />
        <StoreRegistration initial={page.standing} email={page.email} />
      </>
    );
  const { store, withdrawals, statement } = page;
  return (
    <>
      <PageHeading title={<bdi className="wrap-anywhere">{store.name}</bdi>} lead={t("page.lead")} />
      <StoreCabinet
        initial={store}
        statement={statement}
        withdrawals={
          <div className="grid items-start gap-6 xl:grid-cols-2">
            <Part title={t("page.request")}>
              <ShareForm initial={withdrawals.options} detailed />
            </Part>
            <Part title={t("page.requests")}>
              <WithdrawalList source="store" initial={withdrawals.page} locale={locale} filtered />
            </Part>
          </div>
        }
      />
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <Card className="grid gap-5 p-5 sm:p-6">
        <h2 className="font-semibold text-lg">{title}</h2>
        {children}
      </Card>
    </section>
  );
}
