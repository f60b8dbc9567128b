"use client";

import { useTranslations } from "next-intl";
import { Card } from "#components/ui/card.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useDeskItem } from "#features/back-office/back-office.client.ts";
import { DeskError, DeskLoading } from "#features/back-office/components/desk-states.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { WrongClocks } from "#features/back-office/components/wrong-clocks.tsx";
import type { Overview } from "#features/back-office/overview/overview.contract.ts";
import { RunBadge } from "#features/back-office/reconciliation/components/run-list.island.tsx";

/** What waits, with the way to it, below clocks that are wrong. */
export function DeskOverview() {
  const t = useTranslations("backOffice");
  const { data, error, refetch, isFetching } = useDeskItem<Overview>("desk/overview");
  if (!data) {
    return error ? (
      <DeskError error={error} busy={isFetching} retry={() => void refetch()} />
    ) : (
      <DeskLoading rows={4} />
    );
  }
  const tiles = [
    {
      href: "/desk/withdrawals",
      label: t("overview.withdrawals"),
      count: data.withdrawalsCount,
      small: displayRoubles(data.withdrawalsKopecks),
    },
    { href: "/desk/corrections", label: t("overview.corrections"), count: data.correctionsCount },
    { href: "/desk/transfers", label: t("overview.transfers"), count: data.transfersCount },
    { href: "/desk/claims", label: t("overview.claims"), count: data.claimsCount },
    { href: "/desk/payments", label: t("overview.oddPayments"), count: data.oddPaymentsCount },
  ];
  return (
    <div className="grid gap-4">
      <WrongClocks clocks={data.wrongClocks} />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {tiles.map(({ href, label, count, small }) => (
          <LocaleLink key={href} href={href}>
            <Card className="grid h-full content-start gap-1 p-5 hover:border-line-strong">
              <p className="text-muted text-sm">{label}</p>
              <p className="tabular font-bold text-2xl">{count}</p>
              {small ? <p className="tabular text-muted text-sm">{small}</p> : null}
            </Card>
          </LocaleLink>
        ))}
        <LocaleLink href={data.lastRun ? `/desk/reconciliation/${data.lastRun.id}` : "/desk/reconciliation"}>
          <Card className="grid h-full content-start justify-items-start gap-2 p-5 hover:border-line-strong">
            <p className="text-muted text-sm">{t("overview.reconciliation")}</p>
            {data.lastRun ? (
              <>
                <RunBadge run={data.lastRun} />
                <p className="text-muted text-sm">
                  <Moment at={data.lastRun.startedAt} />
                </p>
              </>
            ) : (
              <p className="text-sm">{t("empty.runs")}</p>
            )}
          </Card>
        </LocaleLink>
      </div>
    </div>
  );
}
