import { CircleAlert, CircleCheck, CirclePause } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Moment } from "#features/back-office/components/moment.tsx";
import { Part } from "#features/back-office/components/part.tsx";
import type { SupplierLine } from "#features/back-office/overview/business.contract.ts";
import { percentText } from "#features/statistics/users/components/figure-texts.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

const looks = {
  healthy: { tone: "good", icon: CircleCheck },
  unavailable: { tone: "bad", icon: CircleAlert },
  off: { tone: "neutral", icon: CirclePause },
} as const satisfies Record<SupplierLine["state"], { tone: Tone; icon: unknown }>;

const columns = ["state", "onSale", "lastSuccess", "delivery"] as const;

/** How each supplier is, from what is known about it without asking it. */
export function SupplierHealth({ suppliers }: { suppliers: readonly SupplierLine[] }) {
  const t = useTranslations("backOffice.overview.suppliers");
  return (
    <Part title={t("title")} empty={suppliers.length === 0 ? t("none") : null}>
      <section
        aria-label={t("scroll")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="w-full whitespace-nowrap text-sm">
          <caption className="sr-only">{t("title")}</caption>
          <thead>
            <tr className="border-line border-b text-left text-muted text-xs">
              <th scope="col" className="sticky left-0 bg-surface py-2 pr-3 pl-4 font-medium">
                {t("columns.name")}
              </th>
              {columns.map((column) => (
                <th
                  key={column}
                  scope="col"
                  className="px-2.5 py-2 font-medium last:pr-4 [&:nth-child(n+3)]:text-right"
                >
                  {t(`columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {suppliers.map((supplier) => (
              <SupplierRow key={supplier.id} supplier={supplier} />
            ))}
          </tbody>
        </table>
      </section>
    </Part>
  );
}

function SupplierRow({ supplier }: { supplier: SupplierLine }) {
  const t = useTranslations("backOffice.overview.suppliers");
  const { tone, icon: Icon } = looks[supplier.state];
  return (
    <tr>
      <th scope="row" className="sticky left-0 bg-surface py-2 pr-3 pl-4 text-left font-medium">
        <LocaleLink
          href={`/desk/suppliers/${supplier.code}`}
          className="block max-w-36 truncate text-link hover:underline sm:max-w-56"
          title={supplier.name}
        >
          {supplier.name}
        </LocaleLink>
      </th>
      <td className="px-2.5 py-2">
        <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
          {t(`states.${supplier.state}`)}
        </Badge>
      </td>
      <td className="tabular px-2.5 py-2 text-right">{formatNumber(supplier.onSale)}</td>
      <td className="tabular px-2.5 py-2 text-right">
        {supplier.lastSuccessAt === null ? t("never") : <Moment at={supplier.lastSuccessAt} />}
      </td>
      <td className="tabular px-2.5 py-2 pr-4 text-right">
        {percentText(supplier.deliveryPercent)}{" "}
        <span className="text-muted text-xs">
          {t("ended", { count: supplier.ended, shown: formatNumber(supplier.ended) })}
        </span>
      </td>
    </tr>
  );
}
