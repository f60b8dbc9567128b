"use client";

import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { CODE_DIGITS } from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

type CodeFormProps = {
  /** Of the field; once on a page. */
  id: string;
  /** Sends the code. Throws ApiProblem, whose words stand at the field. */
  onCode: (code: string) => Promise<unknown>;
};

/** Takes the mailed code that makes a new card or address count. */
export function CodeForm({ id, onCode }: CodeFormProps) {
  const t = useTranslations("payments.withdrawals.list");
  const ui = useTranslations("ui");
  const form = useForm({ defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;
  const error = errors.code?.message;

  const send = form.handleSubmit(async ({ code }) => {
    try {
      await onCode(code.trim());
      showToast({ type: "success", text: t("confirmed") });
    } catch (failure) {
      form.setError("code", { message: toApiProblem(failure).message || ui("error") }, { shouldFocus: true });
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="mt-1 flex flex-wrap items-end gap-2">
      <TextField
        id={id}
        label={t("code")}
        error={error}
        {...form.register("code", { required: ui("required") })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_DIGITS + 2}
        className="w-36"
      />
      <Button type="submit" busy={isSubmitting}>
        {t("confirm")}
      </Button>
    </form>
  );
}
