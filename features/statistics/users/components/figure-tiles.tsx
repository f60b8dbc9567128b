import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { useMoneyText } from "#features/site/money.client.ts";
import { percentText, waitText } from "#features/statistics/users/components/figure-texts.tsx";
import type { FiguresView } from "#features/statistics/users/users.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** A number for the plural form, and as it is written. */
export const counted = (count: number) => ({ count, shown: formatNumber(count) });

/** The period as a whole, in five figures. */
export function FigureTiles({ total }: { total: FiguresView }) {
  const t = useTranslations("statistics.tiles");
  const time = useTranslations("statistics.time");
  const money = useMoneyText();
  const settled = total.numbers - total.waiting;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      <Tile name={t("requests")} value={formatNumber(total.requests)}>
        {t("requestsDetail", {
          ...counted(total.numbers),
          refused: formatNumber(total.requests - total.numbers),
        })}
      </Tile>
      <Tile name={t("successes")} value={formatNumber(total.successes)}>
        {total.waiting > 0 ? t("waiting", counted(total.waiting)) : null}
      </Tile>
      <Tile name={t("delivery")} value={percentText(total.deliveryPercent)}>
        {settled > 0 ? t("deliveryDetail", counted(settled)) : null}
      </Tile>
      <Tile name={t("median")} value={waitText(time, total.medianSeconds)}>
        {total.medianSeconds === null ? null : t("medianDetail")}
      </Tile>
      <Tile
        name={t("spent")}
        value={<RatedMoney kopecks={total.spentKopecks} />}
        className="max-sm:col-span-2"
      >
        {total.returnedKopecks > 0 ? (
          <span className="block">{t("returned", { amount: money.both(total.returnedKopecks) })}</span>
        ) : null}
        {total.extensions > 0 ? (
          <span className="block">{t("extensions", counted(total.extensions))}</span>
        ) : null}
      </Tile>
    </dl>
  );
}

type TileProps = { name: string; value: ReactNode; className?: string; children?: ReactNode };

/** One figure with its name, and what it is made of. */
export function Tile({ name, value, className, children }: TileProps) {
  return (
    // The card itself is the group: a definition list holds its terms at most one element deep.
    <Card className={cx("grid content-start gap-0.5 px-4 py-3", className)}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular font-semibold text-lg lg:text-xl">{value}</dd>
      <dd className="min-h-4 text-muted text-xs">{children}</dd>
    </Card>
  );
}
