"use client";

import { useTranslations } from "next-intl";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { dollarsText } from "#components/ui/money.tsx";
import { Segment } from "#components/ui/segmented.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import {
  amountText,
  chargeWords,
  readAmount,
  shortRubles,
} from "#features/payments/components/amount-words.tsx";
import { findAmountProblem } from "#features/payments/methods.rules.ts";
import { TOP_UP_FORM, type TopUpFields } from "#features/payments/pay-form/amount-form.island.tsx";
import type { MethodView } from "#features/payments/payments.contract.ts";

type AmountFieldProps = {
  form: UseFormReturn<TopUpFields>;
  method: MethodView;
  quickAmountsKopecks: readonly number[];
  rubPerUsd: number | null;
};

/** What is wrong with an amount that was typed, in words, or true. */
function useAmountCheck({ minPriceKopecks, maxPriceKopecks }: MethodView) {
  const t = useTranslations("payments.pay");
  const tUi = useTranslations("ui");
  return (text: string): string | true => {
    if (text.trim() === "") return tUi("required");
    const amount = readAmount(text);
    if (amount === null) return t("misspelled");
    const wrong = findAmountProblem(amount, { minKopecks: minPriceKopecks, maxKopecks: maxPriceKopecks });
    if (wrong === "not-positive") return t("notPositive");
    if (wrong === "too-small") return t("tooSmall", { min: shortRubles(minPriceKopecks) });
    return wrong === null || t("tooLarge", { max: shortRubles(maxPriceKopecks) });
  };
}

/** The other currency of an amount: what the method charges, else dollars. */
function useConversion(method: MethodView, rubPerUsd: number | null) {
  const t = useTranslations("payments.pay");
  return (amountKopecks: number): string | null => {
    const charge = chargeWords(method, amountKopecks);
    if (charge !== null) return t(method.screen === "invoice" ? "chargeAbout" : "charge", { amount: charge });
    return rubPerUsd === null ? null : t("about", { amount: dollarsText(amountKopecks, rubPerUsd) });
  };
}

/** How much: typed, or one of a few. It belongs to the form below the methods (`AmountForm`). */
export function AmountField({ form, method, quickAmountsKopecks, rubPerUsd }: AmountFieldProps) {
  const t = useTranslations("payments.pay");
  const { errors, isSubmitted } = form.formState;
  const check = useAmountCheck(method);
  const convert = useConversion(method, rubPerUsd);
  const amountKopecks = readAmount(useWatch({ control: form.control, name: "amount" }));
  const quick = quickAmountsKopecks.filter((one) => check(amountText(one)) === true);
  const conversion = amountKopecks !== null && amountKopecks > 0 ? convert(amountKopecks) : null;
  return (
    <div className="grid gap-3">
      <TextField
        id="amount"
        label={t("amount")}
        error={errors.amount?.message}
        // The line keeps its place while there is nothing to convert.
        hint={<span className="tabular">{conversion ?? "\u00a0"}</span>}
        {...form.register("amount", { validate: check })}
        form={TOP_UP_FORM}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        className="tabular h-12 text-lg md:text-lg"
      />
      {quick.length > 0 ? (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t("quick")}</legend>
          {quick.map((one) => (
            <Segment
              key={one}
              chosen={amountKopecks === one}
              className="tabular border border-line"
              onClick={() => {
                form.setValue("amount", amountText(one), { shouldValidate: isSubmitted });
                form.clearErrors("amount");
              }}
            >
              {shortRubles(one)}
            </Segment>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
