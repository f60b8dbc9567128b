import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { useMoneyText } from "#features/site/money.client.ts";
import { percentText, waitText } from "#features/statistics/users/components/figure-texts.tsx";
import type { FiguresView } from "#features/statistics/users/users.contract.ts";
import type { PurchaseKind } from "#features/statistics/users/users.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** A number for the plural form, and as it is written. */
export const counted = (count: number) => ({ count, shown: formatNumber(count) });

/** The period as a whole, in a few figures. */
export function FigureTiles({ kind, total }: { kind: PurchaseKind; total: FiguresView }) {
  return kind === "accounts" ? <AccountTiles total={total} /> : <NumberTiles total={total} />;
}

/** Ready accounts have neither numbers nor codes: orders, what they delivered, and the money. */
function AccountTiles({ total }: { total: FiguresView }) {
  const t = useTranslations("statistics.tiles");
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Tile name={t("orders")} value={formatNumber(total.accountOrders)}>
        {total.refused > 0 ? t("notDelivered", counted(total.refused)) : null}
      </Tile>
      <Tile name={t("accounts")} value={formatNumber(total.accounts)}>
        {total.refundedAccounts > 0 ? t("refundedAccounts", counted(total.refundedAccounts)) : null}
      </Tile>
      <SpentTile total={total} />
    </dl>
  );
}

function NumberTiles({ total }: { total: FiguresView }) {
  const t = useTranslations("statistics.tiles");
  const time = useTranslations("statistics.time");
  const settled = total.numbers - total.waiting;
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      <Tile name={t("requests")} value={formatNumber(total.requests)}>
        <span className="block">
          {t("requestsDetail", {
            ...counted(total.numbers),
            refused: formatNumber(total.requests - total.accountOrders - total.numbers),
          })}
        </span>
        {total.accountOrders > 0 ? (
          <span className="block">{t("accountOrders", counted(total.accountOrders))}</span>
        ) : null}
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
      <SpentTile total={total} />
    </dl>
  );
}

function SpentTile({ total }: { total: FiguresView }) {
  const t = useTranslations("statistics.tiles");
  const money = useMoneyText();
  return (
    <Tile name={t("spent")} value={<RatedMoney kopecks={total.spentKopecks} />} className="max-sm:col-span-2">
      {total.returnedKopecks > 0 ? (
        <span className="block">{t("returned", { amount: money.both(total.returnedKopecks) })}</span>
      ) : null}
      {total.extensions > 0 ? (
        <span className="block">{t("extensions", counted(total.extensions))}</span>
      ) : null}
    </Tile>
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
