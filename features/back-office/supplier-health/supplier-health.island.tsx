"use client";

import { useTranslations } from "next-intl";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Part } from "#features/back-office/components/part.tsx";
import { DeliveryTable } from "#features/back-office/supplier-health/components/delivery-table.tsx";
import { ExchangeList } from "#features/back-office/supplier-health/components/exchange-list.island.tsx";
import { SumsTable } from "#features/back-office/supplier-health/components/sums-table.tsx";
import { UnusableReasons } from "#features/back-office/supplier-health/components/unusable-reasons.tsx";
import { WorthTable } from "#features/back-office/supplier-health/components/worth-table.tsx";
import type { SupplierHealth as Health } from "#features/back-office/supplier-health/supplier-health.contract.ts";

/** How a supplier answers: sums, why answers were not used with their raw exchanges, and what is delivered. Reads itself again. */
export function SupplierHealth({ code }: { code: string }) {
  const t = useTranslations("backOffice.supplierHealth");
  const path = `desk/suppliers/${code}`;
  const query = useDeskItem<Health>(`${path}/health`, { isLive: true });
  const { data } = query;
  if (!data) return <NotThere query={query} rows={6} />;
  return (
    <>
      <Part title={t("title")}>
        <SumsTable hour={data.hour} day={data.day} />
      </Part>
      <Part title={t("delivery")} empty={data.delivery.length === 0 ? t("noDelivery") : null}>
        <DeliveryTable delivery={data.delivery} />
      </Part>
      <Part title={t("routing")} empty={data.worth.length === 0 ? t("noRouting") : null}>
        <WorthTable worth={data.worth} />
      </Part>
      <Part title={t("unusable")} empty={data.unusable.length === 0 ? t("noUnusable") : null}>
        <UnusableReasons unusable={data.unusable} />
      </Part>
      <ExchangeList path={path} />
    </>
  );
}
