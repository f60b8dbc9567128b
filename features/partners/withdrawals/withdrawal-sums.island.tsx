"use client";

import { useTranslations } from "next-intl";
import { Card } from "#components/ui/card.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { useWithdrawalOptions } from "#features/payments/withdrawals/withdrawals.client.ts";
import type { WithdrawalOptions } from "#features/payments/withdrawals/withdrawals.contract.ts";
import { useMoneyText } from "#features/site/money.client.ts";

type WithdrawalSumsProps = {
  initial: WithdrawalOptions;
  /** Earned, and not available yet. */
  pendingKopecks: number;
  /** Of refunded orders: what will be kept of the next earnings. */
  owedKopecks: number;
};

/** What can be withdrawn, what is not available yet and what is kept aside for requests under way; the first and last follow by themselves. */
export function WithdrawalSums({ initial, pendingKopecks, owedKopecks }: WithdrawalSumsProps) {
  const t = useTranslations("partners.withdrawals");
  const money = useMoneyText();
  const { data: options } = useWithdrawalOptions(initial);
  const figures = [
    ["pending", pendingKopecks],
    ["held", options.heldKopecks],
  ] as const;
  return (
    <Card className="p-5 sm:p-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3">
        <div className="col-span-2">
          <dt className="text-muted text-sm">{t("available")}</dt>
          <dd className="font-bold text-2xl">
            <RatedMoney kopecks={options.availableKopecks} />
          </dd>
        </div>
        {figures.map(([name, kopecks]) => (
          <div key={name}>
            <dt className="text-muted text-sm">{t(name)}</dt>
            <dd className="font-semibold">
              <RatedMoney kopecks={kopecks} />
            </dd>
          </div>
        ))}
      </dl>
      {owedKopecks > 0 ? (
        <p className="mt-4 text-sm text-warn">{t("owed", { amount: money.both(owedKopecks) })}</p>
      ) : null}
    </Card>
  );
}
