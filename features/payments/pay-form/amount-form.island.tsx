"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { readAmount, shortRubles } from "#features/payments/components/amount-words.tsx";
import { startTopUp } from "#features/payments/payments.client.ts";
import type { MethodView } from "#features/payments/payments.contract.ts";
import type { ReturnContext } from "#features/payments/payments.rules.ts";
import { TransferNote } from "#features/payments/transfers/components/transfer-note.tsx";
import { beginTransfer } from "#features/payments/transfers/transfers.client.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";
import { pageReturn } from "#lib/http/page-return.ts";

/** What is typed to top up: the amount as text, and words for the support. */
export type TopUpFields = { amount: string; note: string };

/** Id of the form: the amount stands above the methods, outside of it, and belongs to it by this name. */
export const TOP_UP_FORM = "top-up";

type AmountFormProps = {
  form: UseFormReturn<TopUpFields>;
  method: MethodView;
  context: ReturnContext;
  bonusPreview: ReactNode;
};

/** Goes on with the amount to where it is paid: the payment service's page, an invoice, or the transfer's details. */
export function AmountForm({ form, method, context, bonusPreview }: AmountFormProps) {
  const t = useTranslations("payments");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const { isSubmitting, isSubmitted } = form.formState;
  const isSupport = method.screen === "support";
  const amountKopecks = readAmount(useWatch({ control: form.control, name: "amount" }));
  const isAmount = amountKopecks !== null && amountKopecks > 0;

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
      await pageReturn();
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
    <form id={TOP_UP_FORM} method="post" noValidate onSubmit={send} className="grid gap-6">
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
