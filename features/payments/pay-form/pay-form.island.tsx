"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { amountText, readAmount, shortRubles } from "#features/payments/components/amount-words.tsx";
import { CouponForm } from "#features/payments/coupons/coupon-form.island.tsx";
import type { CouponFacts } from "#features/payments/coupons/coupons.rules.ts";
import { AmountField } from "#features/payments/pay-form/amount-field.island.tsx";
import { AmountForm, type TopUpFields } from "#features/payments/pay-form/amount-form.island.tsx";
import { MethodChoice } from "#features/payments/pay-form/method-choice.tsx";
import { TopUpDraftContext } from "#features/payments/payments.client.ts";
import type { MethodView } from "#features/payments/payments.contract.ts";
import type { ReturnContext } from "#features/payments/payments.rules.ts";

type PayFormProps = {
  methods: readonly MethodView[];
  quickAmountsKopecks: readonly number[];
  /** Roubles for one dollar; null hides the dollars. */
  rubPerUsd: number | null;
  context: ReturnContext;
  coupon: CouponFacts;
  /** What the amount begins with, where something is missing for a purchase; 0 = nothing. */
  missingKopecks?: number;
  /** What another feature says about the amount (`useTopUpDraft`): a bonus that comes with it. Keeps its own place. */
  bonusPreview?: ReactNode;
};

/** The amount, then the way to pay; what comes next depends on it. What was typed stays while the method changes. */
export function PayForm(props: PayFormProps) {
  const {
    methods,
    quickAmountsKopecks,
    rubPerUsd,
    context,
    coupon,
    missingKopecks = 0,
    bonusPreview,
  } = props;
  const t = useTranslations("payments");
  const [methodId, setMethodId] = useState(methods[0]?.id ?? "");
  const first = missingKopecks > 0 ? Math.max(missingKopecks, methods[0]?.minPriceKopecks ?? 0) : null;
  const form = useForm<TopUpFields>({
    defaultValues: { amount: first === null ? "" : amountText(first), note: "" },
  });
  const text = useWatch({ control: form.control, name: "amount" });
  const method = methods.find(({ id }) => id === methodId);
  if (!method) return null;
  const support = methods.find(({ screen }) => screen === "support");
  const amountKopecks = readAmount(text);
  const isAmount = method.screen !== "coupon" && amountKopecks !== null && amountKopecks > 0;
  const range = ({ screen, currency, minPriceKopecks }: MethodView) => {
    if (screen === "coupon") return t("coupon.minimum", { min: coupon.minimumCny });
    const from = t("pay.from", { min: shortRubles(minPriceKopecks) });
    return currency === "RUB" ? from : `${from} · ${currency}`;
  };
  return (
    <TopUpDraftContext value={{ method: method.id, amountKopecks: isAmount ? amountKopecks : null }}>
      <div className="grid gap-6">
        {method.screen === "coupon" ? null : (
          <AmountField
            form={form}
            method={method}
            quickAmountsKopecks={quickAmountsKopecks}
            rubPerUsd={rubPerUsd}
          />
        )}
        <MethodChoice
          legend={t("pay.method")}
          methods={methods}
          chosen={methodId}
          onChoose={setMethodId}
          range={range}
        />
        {method.screen === "coupon" ? (
          <CouponForm context={context} facts={coupon} />
        ) : (
          <AmountForm form={form} method={method} context={context} bonusPreview={bonusPreview} />
        )}
        {support && method !== support ? (
          <p className="text-center text-muted text-sm">
            {t("pay.large")}{" "}
            <button
              type="button"
              onClick={() => setMethodId(support.id)}
              className="touch font-medium text-link hover:underline"
            >
              {t("pay.largeAction")}
            </button>
          </p>
        ) : null}
      </div>
    </TopUpDraftContext>
  );
}
