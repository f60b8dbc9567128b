import { useTranslations } from "next-intl";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import type { AwaitedView } from "#features/back-office/service-requests/service-requests.loaders.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** What buyers want to be told of as soon as there are numbers, most wanted first: where supply is missing. */
export function AwaitedGoods({ goods }: { goods: readonly AwaitedView[] }) {
  const t = useTranslations("backOffice.serviceRequests");
  return (
    <section aria-labelledby="awaited-goods" className="mt-8 grid gap-3">
      <h2 id="awaited-goods" className="font-semibold text-lg">
        {t("awaited")}
      </h2>
      <Card>
        {goods.length === 0 ? (
          <EmptyState title={t("nobodyWaits")} />
        ) : (
          <ul className="divide-y divide-line">
            {goods.map(({ service, country, count, since }) => (
              <li
                key={`${service} ${country}`}
                className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-4 py-3"
              >
                <span className="wrap-break-word min-w-0 font-medium">
                  {service ?? t("anyService")}, {country ?? t("anyCountry")}
                </span>
                <span className="tabular text-muted text-sm">
                  {t("waiting", { count, shown: formatNumber(count) })} · <Moment at={since.toISOString()} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
