"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { StepButtons } from "#features/identity/email-change/components/step-buttons.tsx";
import { mailCodeField } from "#features/identity/form-fields.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

type EmailCodeStepProps = { sentTo: string; onDone: () => void; onEnd: () => void };

/** The code that went to the new address. */
export function EmailCodeStep({ sentTo, onDone, onEnd }: EmailCodeStepProps) {
  const t = useTranslations("identity");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const form = useForm({ resolver: zodResolver(schema(t)), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ code }) => {
    setProblem(null);
    try {
      await api.post("users/email/confirm", { code });
    } catch (error) {
      const refused = toApiProblem(error);
      if (refused.code === "MAIL_CODE_WRONG")
        form.setError("code", { message: refused.message }, { shouldFocus: true });
      else setProblem(refused);
      return;
    }
    onDone();
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid max-w-md gap-5">
      <p role="status" className="wrap-anywhere text-sm">
        {t("emailChange.sent", { email: sentTo })}
      </p>
      <Field
        id="email-code"
        label={t("emailChange.code")}
        hint={t("mailCode.codeHint")}
        error={errors.code?.message}
      >
        <Input
          {...form.register("code")}
          {...describedBy("email-code", { hint: true, error: errors.code })}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="tabular"
        />
      </Field>
      <FormProblem problem={problem} />
      <StepButtons submit={t("emailChange.confirm")} isBusy={isSubmitting} onEnd={onEnd} />
    </form>
  );
}

function schema(t: (key: string) => string) {
  return z.object({ code: mailCodeField(t) });
}
