"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Gift, TrendingUp } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDebounced } from "#components/ui/use-debounced.ts";
import type { BonusPreview as Preview } from "#features/loyalty/loyalty.contract.ts";
import { percentText } from "#features/loyalty/weeks/weeks.rules.ts";
import { useTopUpDraft } from "#features/payments/payments.client.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { getJson } from "#lib/api/browser-client.ts";

const TYPING_MS = 300;
/** Without an amount the answer tells how things stand, and what an amount would bring. */
const NO_AMOUNT = 0;

function usePreview(): Preview | undefined {
  const { method, amountKopecks } = useTopUpDraft();
  const asked = useDebounced(amountKopecks ?? NO_AMOUNT, TYPING_MS);
  const query = useQuery({
    queryKey: ["loyalty", "bonus-preview", method, asked],
    queryFn: () => getJson<Preview>("loyalty/bonus-preview", { params: { amountKopecks: asked, method } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return query.data;
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2.5">
      <span aria-hidden="true" className="mt-0.5 text-muted">
        {icon}
      </span>
      <span className="tabular">{children}</span>
    </p>
  );
}

/** Beside the amount on the pay page: the welcome bonus and the week's cashback that it would bring. Keeps its place. */
export function BonusPreview() {
  const t = useTranslations("loyalty.preview");
  const money = useMoneyText();
  const preview = usePreview();
  if (!preview) return <div aria-hidden="true" className="h-16 rounded-md bg-sunken" />;
  const { welcome, cashback } = preview;
  const percent = percentText(welcome.bonusBp);
  return (
    <div
      role="status"
      className="grid min-h-16 content-center gap-1.5 rounded-md bg-sunken px-4 py-3 text-sm"
    >
      {welcome.applies ? (
        <Line icon={<Gift className="size-4" />}>
          <strong className="font-semibold text-good">
            {t("welcome", { amount: money.both(welcome.bonusKopecks), percent })}
          </strong>
        </Line>
      ) : null}
      {welcome.fromKopecks !== null ? (
        <Line icon={<Gift className="size-4" />}>
          {t("welcomeFrom", { amount: money.both(welcome.fromKopecks), percent })}
        </Line>
      ) : null}
      {cashback.predictedKopecks > 0 ? (
        <Line icon={<TrendingUp className="size-4" />}>
          {t("cashback", {
            amount: money.both(cashback.predictedKopecks),
            percent: percentText(cashback.cashbackBp),
          })}
        </Line>
      ) : null}
      {cashback.next ? (
        <Line icon={<TrendingUp className="size-4" />}>
          {t("next", {
            amount: money.both(cashback.next.missingKopecks),
            percent: percentText(cashback.next.cashbackBp),
          })}
        </Line>
      ) : null}
    </div>
  );
}
