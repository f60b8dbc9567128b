"use client";

import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { CODE_DIGITS } from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import { useConfirmRequisites } from "#features/payments/withdrawals/withdrawals.client.ts";
import type { WithdrawalView } from "#features/payments/withdrawals/withdrawals.contract.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

/** Takes the mailed code that makes a new card or address count. */
export function CodeForm({ withdrawal: { id, source } }: { withdrawal: WithdrawalView }) {
  const t = useTranslations("payments.withdrawals.list");
  const ui = useTranslations("ui");
  const confirm = useConfirmRequisites(source);
  const form = useForm({ defaultValues: { code: "" } });
  const error = form.formState.errors.code?.message;
  const field = `withdrawal-code-${id}`;

  const send = form.handleSubmit(async ({ code }) => {
    try {
      await confirm.mutateAsync({ id, code: code.trim() });
      showToast({ type: "success", text: t("confirmed") });
    } catch (failure) {
      form.setError("code", { message: toApiProblem(failure).message || ui("error") }, { shouldFocus: true });
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="mt-1 flex flex-wrap items-end gap-2">
      <Field id={field} label={t("code")} error={error}>
        <Input
          {...form.register("code", { required: ui("required") })}
          {...describedBy(field, { error })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_DIGITS + 2}
          className="w-36"
        />
      </Field>
      <Button type="submit" busy={confirm.isPending}>
        {t("confirm")}
      </Button>
    </form>
  );
}
