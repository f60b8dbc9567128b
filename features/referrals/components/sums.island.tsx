"use client";

import { useTranslations } from "next-intl";
import { Card } from "#components/ui/card.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useProgram } from "#features/referrals/referrals.client.ts";
import type { ReferralProgram } from "#features/referrals/referrals.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type SumsProps = { initial: ReferralProgram; rubPerUsd: number | null };

/** What the referrals spent and what came of it; the figures follow by themselves. */
export function Sums({ initial, rubPerUsd }: SumsProps) {
  const t = useTranslations("referrals.sums");
  const methods = useTranslations("payments.withdrawals.methods");
  const program = useProgram(initial);
  const { paymentType } = program;
  const figures = [
    ["spent", program.spentKopecks],
    ["received", program.receivedKopecks],
    ["waiting", program.waitingKopecks],
    ["withdrawn", program.withdrawnKopecks],
  ] as const;
  return (
    <div className="grid gap-4">
      <Card className="grid gap-5 p-5 sm:p-6">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
          <div>
            <p className="text-muted text-sm">{t("remaining")}</p>
            <p className="font-bold text-2xl">
              <Money kopecks={program.remainingKopecks} rubPerUsd={rubPerUsd} />
            </p>
          </div>
          {program.reservedKopecks > 0 ? (
            <p className="text-muted text-sm">
              {t("reserved")}{" "}
              <Money kopecks={program.reservedKopecks} rubPerUsd={rubPerUsd} className="text-text" />
            </p>
          ) : null}
        </div>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line border-t pt-5 sm:grid-cols-4">
          {figures.map(([key, kopecks]) => (
            <div key={key} className="grid content-start gap-0.5">
              <dt className="text-muted text-sm">{t(key)}</dt>
              <dd className="font-semibold">
                <Money kopecks={kopecks} rubPerUsd={rubPerUsd} />
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-muted text-sm">
          {t("people", { count: program.people, shown: formatNumber(program.people) })}
          {paymentType ? (
            <> · {t("paymentType", { method: methods(paymentType as "usdt" | "card" | "balance") })}</>
          ) : null}
        </p>
      </Card>
      {program.owedKopecks > 0 ? (
        <Notice tone="warn">
          {t.rich("owed", {
            amount: () => (
              <Money kopecks={program.owedKopecks} rubPerUsd={rubPerUsd} className="font-semibold" />
            ),
          })}
        </Notice>
      ) : null}
    </div>
  );
}
