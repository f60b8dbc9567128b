"use client";

import { ChartColumn } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { NotThere } from "#features/back-office/components/desk-states.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { Business } from "#features/back-office/overview/business.contract.ts";
import { BusinessChart } from "#features/back-office/overview/components/business-chart.island.tsx";
import { TopCountries, TopServices } from "#features/back-office/overview/components/business-table.tsx";
import { BusinessTiles, daysAnchor } from "#features/back-office/overview/components/business-tiles.tsx";
import { OldRate } from "#features/back-office/overview/components/old-rate.tsx";
import { SupplierHealth } from "#features/back-office/overview/components/supplier-health.tsx";
import { WaitingQueues } from "#features/back-office/overview/components/waiting-queues.tsx";
import { WrongClocks } from "#features/back-office/overview/components/wrong-clocks.tsx";
import type { Overview } from "#features/back-office/overview/overview.contract.ts";

/** The business in figures and what waits for a person, below clocks that are wrong and a rate that is old. */
export function DeskOverview() {
  const overview = useDeskItem<Overview>("desk/overview");
  const business = useDeskItem<Business>("desk/business");
  return (
    <div className="grid grid-cols-1 gap-6">
      {overview.data ? <WrongClocks clocks={overview.data.wrongClocks} /> : null}
      {overview.data?.oldRate ? <OldRate rate={overview.data.oldRate} /> : null}
      {business.data ? <BusinessTiles business={business.data} /> : <NotThere query={business} rows={3} />}
      {overview.data ? <WaitingQueues overview={overview.data} /> : <NotThere query={overview} rows={3} />}
      {business.data ? <Details business={business.data} /> : null}
    </div>
  );
}

function Details({ business }: { business: Business }) {
  const t = useTranslations("backOffice.overview.business");
  return (
    <>
      <div id={daysAnchor} className="grid grid-cols-1">
        {isNothing(business) ? (
          <Card>
            <EmptyState icon={<ChartColumn className="size-6" />} title={t("empty")} />
          </Card>
        ) : (
          <BusinessChart days={business.days} />
        )}
      </div>
      {isNothing(business) ? null : (
        <div className="grid grid-cols-1 gap-6">
          <TopServices rows={business.services} />
          <TopCountries rows={business.countries} />
        </div>
      )}
      <SupplierHealth suppliers={business.suppliers} />
      <p className="text-muted text-xs">
        {business.countedAt === null
          ? t("counting")
          : t.rich("counted", { moment: () => <Moment at={business.countedAt as string} form="date" /> })}
      </p>
    </>
  );
}

function isNothing({ total }: Business): boolean {
  const { placed, delivered, undelivered, refunded, money } = total;
  const moved = money ? Object.values(money).some((kopecks) => kopecks !== 0) : false;
  return placed + delivered + undelivered + refunded === 0 && !moved;
}
