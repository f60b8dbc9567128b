"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { dollarsText } from "#components/ui/money.tsx";
import { Segment } from "#components/ui/segmented.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { chargeWords, readAmount, shortRubles } from "#features/payments/components/amount-words.tsx";
import { findAmountProblem } from "#features/payments/methods.rules.ts";
import { startTopUp } from "#features/payments/payments.client.ts";
import type { MethodView } from "#features/payments/payments.contract.ts";
import type { ReturnContext } from "#features/payments/payments.rules.ts";
import { TransferNote } from "#features/payments/transfers/components/transfer-note.tsx";
import { beginTransfer } from "#features/payments/transfers/transfers.client.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";

type AmountFormProps = {
  method: MethodView;
  quickAmountsKopecks: readonly number[];
  rubPerUsd: number | null;
  context: ReturnContext;
  amountText: string;
  onAmountText: (text: string) => void;
  bonusPreview: ReactNode;
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

/** Takes the amount and goes to where it is paid: the payment service's page, an invoice, or the transfer's details. */
export function AmountForm(props: AmountFormProps) {
  const { method, quickAmountsKopecks, rubPerUsd, context, amountText, onAmountText, bonusPreview } = props;
  const t = useTranslations("payments");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const form = useForm({ defaultValues: { amount: amountText, note: "" } });
  const { errors, isSubmitting, isSubmitted } = form.formState;
  const check = useAmountCheck(method);
  const convert = useConversion(method, rubPerUsd);
  const isSupport = method.screen === "support";
  const amountKopecks = readAmount(amountText);
  const isAmount = amountKopecks !== null && amountKopecks > 0;
  const quick = quickAmountsKopecks.filter((one) => check(String(one / 100)) === true);
  const conversion = isAmount ? convert(amountKopecks) : null;

  // Another method has other limits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the method asks anew
  useEffect(() => {
    setProblem(null);
    if (isSubmitted) void form.trigger("amount");
  }, [method.id]);

  const send = form.handleSubmit(async ({ amount, note }) => {
    setProblem(null);
    const wish = { amountKopecks: readAmount(amount) ?? 0, context };
    try {
      const started = await (isSupport
        ? beginTransfer({ ...wish, note })
        : startTopUp({ ...wish, method: method.id }));
      location.assign(started.redirectUrl);
      // Busy until the next page is there.
      await new Promise(() => {});
    } catch (error) {
      const refused = toApiProblem(error);
      if (!refused.code.startsWith("AMOUNT_")) return setProblem(refused);
      form.setError("amount", { message: refused.message }, { shouldFocus: true });
    }
  });

  const amount = isAmount ? shortRubles(amountKopecks) : "";
  const label = isSupport
    ? isAmount
      ? t("transfer.submit", { amount })
      : t("transfer.submitEmpty")
    : isAmount
      ? t("pay.submit", { amount })
      : t("pay.submitEmpty");
  const next = isSupport ? "pay.nextSupport" : method.screen === "invoice" ? "pay.nextInvoice" : "pay.next";
  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-6">
      <div className="grid gap-3">
        <Field
          id="amount"
          label={t("pay.amount")}
          error={errors.amount?.message}
          // The line keeps its place while there is nothing to convert.
          hint={<span className="tabular">{conversion ?? "\u00a0"}</span>}
        >
          <Input
            {...form.register("amount", {
              validate: check,
              onChange: (event: { target: { value: string } }) => onAmountText(event.target.value),
            })}
            {...describedBy("amount", { error: errors.amount, hint: true })}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            className="tabular h-12 text-lg md:text-lg"
          />
        </Field>
        {quick.length > 0 ? (
          <fieldset className="flex flex-wrap gap-2">
            <legend className="sr-only">{t("pay.quick")}</legend>
            {quick.map((one) => (
              <Segment
                key={one}
                chosen={amountKopecks === one}
                className="tabular border border-line"
                onClick={() => {
                  form.setValue("amount", String(one / 100), { shouldValidate: isSubmitted });
                  onAmountText(String(one / 100));
                  form.clearErrors("amount");
                }}
              >
                {shortRubles(one)}
              </Segment>
            ))}
          </fieldset>
        ) : null}
      </div>
      {isSupport ? <TransferNote {...form.register("note")} /> : bonusPreview}
      <FormProblem problem={problem} />
      <div className="grid gap-2">
        <Button type="submit" tone="accent" size="lg" busy={isSubmitting} className="w-full">
          {label}
        </Button>
        <p className="text-center text-muted text-sm">{t(next)}</p>
      </div>
    </form>
  );
}
