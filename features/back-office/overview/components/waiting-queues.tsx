import { useLocale, useTranslations } from "next-intl";
import { useId } from "react";
import { Card } from "#components/ui/card.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { lengthText } from "#features/back-office/components/length.rules.ts";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { Overview, Queue } from "#features/back-office/overview/overview.contract.ts";
import { RunBadge } from "#features/back-office/reconciliation/components/run-list.island.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

/** What waits for a person, since when, and the way to it; the last reconciliation beside it. */
export function WaitingQueues({ overview }: { overview: Overview }) {
  const t = useTranslations("backOffice");
  const id = useId();
  const tiles = [
    {
      href: "/desk/withdrawals",
      label: t("overview.withdrawals"),
      queue: overview.withdrawals,
      small: displayRoubles(overview.withdrawals.kopecks),
    },
    { href: "/desk/corrections", label: t("overview.corrections"), queue: overview.corrections },
    {
      href: "/desk/people?only=factorRemovals",
      label: t("overview.factorRemovals"),
      queue: overview.factorRemovals,
    },
    { href: "/desk/transfers", label: t("overview.transfers"), queue: overview.transfers },
    { href: "/desk/claims", label: t("overview.claims"), queue: overview.claims },
    { href: "/desk/coupons", label: t("nav.coupons"), queue: overview.couponBatches },
    { href: "/desk/fines", label: t("overview.fines"), queue: overview.fines },
    { href: "/desk/feedback", label: t("nav.feedback"), queue: overview.feedback },
    { href: "/desk/reviews", label: t("nav.reviews"), queue: overview.reviews },
    { href: "/desk/comments", label: t("nav.comments"), queue: overview.comments },
    { href: "/desk/service-requests", label: t("nav.serviceRequests"), queue: overview.serviceRequests },
    {
      href: "/desk/partner-applications",
      label: t("nav.partnerApplications"),
      queue: overview.partnerApplications,
    },
    { href: "/desk/payments?state=odd", label: t("overview.oddPayments"), queue: overview.oddPayments },
    {
      href: "/desk/store-applications",
      label: t("nav.storeApplications"),
      queue: overview.storeApplications,
    },
    { href: "/desk/account-claims", label: t("nav.accountClaims"), queue: overview.accountClaims },
    {
      href: "/desk/account-offers?only=empty",
      label: t("overview.emptyAccountOffers"),
      queue: overview.emptyAccountOffers,
    },
  ].flatMap(({ queue, ...tile }) => (queue ? [{ ...tile, queue }] : []));
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-semibold text-base">
        {t("overview.waiting.title")}
      </h2>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {tiles.map((tile) => (
          <QueueTile key={tile.href} {...tile} />
        ))}
        <LastRun run={overview.lastRun} />
      </div>
    </section>
  );
}

type TileProps = { href: string; label: string; queue: Queue; small?: string };

function QueueTile({ href, label, queue, small }: TileProps) {
  const t = useTranslations("backOffice.overview.waiting");
  const languageTag = useLocale();
  return (
    <LocaleLink href={href}>
      <Card className="grid h-full content-start gap-1 px-4 py-3 hover:border-line-strong">
        <p className="text-muted text-sm">{label}</p>
        <p className="tabular font-bold text-xl">{formatNumber(queue.count)}</p>
        {small && queue.count > 0 ? <p className="tabular text-muted text-sm">{small}</p> : null}
        {queue.oldestSeconds === null ? null : (
          <p className="text-muted text-sm">
            {t("oldest", { age: lengthText(languageTag, queue.oldestSeconds * 1_000) })}
          </p>
        )}
      </Card>
    </LocaleLink>
  );
}

function LastRun({ run }: { run: Overview["lastRun"] }) {
  const t = useTranslations("backOffice");
  return (
    <LocaleLink href={run ? `/desk/reconciliation/${run.id}` : "/desk/reconciliation"}>
      <Card className="grid h-full content-start justify-items-start gap-2 px-4 py-3 hover:border-line-strong">
        <p className="text-muted text-sm">{t("overview.reconciliation")}</p>
        {run ? (
          <>
            <RunBadge run={run} />
            <p className="text-muted text-sm">
              <Moment at={run.startedAt} isInControl />
            </p>
          </>
        ) : (
          <p className="text-sm">{t("empty.runs")}</p>
        )}
      </Card>
    </LocaleLink>
  );
}
