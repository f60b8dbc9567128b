"use client";

import { useTranslations } from "next-intl";
import { Card } from "#components/ui/card.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { useWithdrawalOptions } from "#features/payments/withdrawals/withdrawals.client.ts";
import type { WithdrawalOptions } from "#features/payments/withdrawals/withdrawals.contract.ts";

/** What can be withdrawn and what is kept aside for requests under way; follows by itself. */
export function WithdrawalSums({ initial }: { initial: WithdrawalOptions }) {
  const t = useTranslations("partners.withdrawals");
  const { data: options } = useWithdrawalOptions(initial);
  return (
    <Card className="p-5 sm:p-6">
      <dl className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <dt className="text-muted text-sm">{t("available")}</dt>
          <dd className="tabular font-bold text-2xl">{displayRoubles(options.availableKopecks)}</dd>
        </div>
        <div>
          <dt className="text-muted text-sm">{t("held")}</dt>
          <dd className="tabular font-semibold">{displayRoubles(options.heldKopecks)}</dd>
        </div>
      </dl>
    </Card>
  );
}
