"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { dollarsText, rublesText } from "#components/ui/money.tsx";
import { Segment } from "#components/ui/segmented.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { startTopUp } from "#features/payments/client.ts";
import { MethodChoice } from "#features/payments/components/method-choice.tsx";
import type { MethodView } from "#features/payments/contract.ts";
import { findAmountProblem } from "#features/payments/methods/rules.ts";
import type { ReturnContext } from "#features/payments/rules.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { parseRoubles } from "#lib/money/kopecks.ts";

type PayFormProps = {
  methods: readonly MethodView[];
  quickAmountsKopecks: readonly number[];
  /** Roubles for one dollar; null hides the dollars. */
  rubPerUsd: number | null;
  context: ReturnContext;
};

/** "500 ₽": whole roubles without kopecks. */
function shortRubles(kopecks: number): string {
  return kopecks % 100 === 0 ? `${formatNumber(kopecks / 100)}\u00a0₽` : rublesText(kopecks);
}

/** Kopecks out of what people type ("1 000,50"); null when it is no amount. A minus is read, so that it can be named. */
function readAmount(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0]/g, "").replace(",", ".");
  const amount = parseRoubles(plain.replace(/^[-−]/, ""));
  return amount !== null && /^[-−]/.test(plain) ? -amount : amount;
}

/** Chooses method and amount and goes to the payment service's page. */
export function PayForm({ methods, quickAmountsKopecks, rubPerUsd, context }: PayFormProps) {
  const t = useTranslations("payments.pay");
  const tUi = useTranslations("ui");
  const [methodId, setMethodId] = useState(methods[0]?.id ?? "");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const method = methods.find(({ id }) => id === methodId);
  const form = useForm<{ amount: string }>({ defaultValues: { amount: "" } });
  const { errors, isSubmitting } = form.formState;
  const amountKopecks = readAmount(form.watch("amount"));
  const isAmount = amountKopecks !== null && amountKopecks > 0;
  if (!method) return null;
  const limits = { minKopecks: method.minPriceKopecks, maxKopecks: method.maxPriceKopecks };

  const check = (text: string): string | true => {
    if (text.trim() === "") return tUi("required");
    const amount = readAmount(text);
    if (amount === null) return t("misspelled");
    const wrong = findAmountProblem(amount, limits);
    if (wrong === "not-positive") return t("notPositive");
    if (wrong === "too-small") return t("tooSmall", { min: shortRubles(limits.minKopecks) });
    return wrong === null || t("tooLarge", { max: shortRubles(limits.maxKopecks) });
  };

  const send = form.handleSubmit(async ({ amount }) => {
    setProblem(null);
    try {
      const started = await startTopUp({
        method: method.id,
        amountKopecks: readAmount(amount) ?? 0,
        context,
      });
      location.assign(started.redirectUrl);
      // Busy until the next page is there.
      await new Promise(() => {});
    } catch (error) {
      const refused = toApiProblem(error);
      if (!refused.code.startsWith("AMOUNT_")) return setProblem(refused);
      form.setError("amount", { message: refused.message }, { shouldFocus: true });
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-6">
      <MethodChoice
        legend={t("method")}
        methods={methods}
        chosen={methodId}
        onChoose={setMethodId}
        range={({ minPriceKopecks, maxPriceKopecks }) =>
          t("range", { min: shortRubles(minPriceKopecks), max: shortRubles(maxPriceKopecks) })
        }
      />
      <div className="grid gap-3">
        <Field
          id="amount"
          label={t("amount")}
          error={errors.amount?.message}
          hint={
            // The line keeps its place while there is nothing to convert.
            rubPerUsd === null ? null : (
              <span className="tabular">
                {isAmount ? t("about", { amount: dollarsText(amountKopecks, rubPerUsd) }) : "\u00a0"}
              </span>
            )
          }
        >
          <Input
            {...form.register("amount", { validate: check })}
            {...describedBy("amount", { error: errors.amount, hint: rubPerUsd })}
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            className="tabular h-12 text-lg md:text-lg"
          />
        </Field>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t("quick")}</legend>
          {quickAmountsKopecks.map((quick) => (
            <Segment
              key={quick}
              chosen={amountKopecks === quick}
              className="tabular border border-line"
              onClick={() => {
                form.setValue("amount", String(quick / 100), { shouldValidate: form.formState.isSubmitted });
                form.clearErrors("amount");
              }}
            >
              {shortRubles(quick)}
            </Segment>
          ))}
        </fieldset>
      </div>
      <FormProblem problem={problem} />
      <div className="grid gap-2">
        <Button type="submit" tone="accent" size="lg" busy={isSubmitting} className="w-full">
          {isAmount ? t("submit", { amount: shortRubles(amountKopecks) }) : t("submitEmpty")}
        </Button>
        <p className="text-center text-muted text-sm">{t("next")}</p>
      </div>
    </form>
  );
}
