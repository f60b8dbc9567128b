"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { TextField } from "#components/ui/text-field.tsx";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";
import { FormButtons } from "#features/identity/components/form-buttons.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { mailCodeField } from "#features/identity/form-fields.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

type EmailCodeStepProps = { sentTo: string; onDone: () => void; onEnd: () => void };

/** The code that went to the new address. */
export function EmailCodeStep({ sentTo, onDone, onEnd }: EmailCodeStepProps) {
  const t = useTranslations("identity");
  const frame = useFocusFirst<HTMLFormElement>();
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
    <form ref={frame} method="post" noValidate onSubmit={send} className="grid max-w-md gap-5">
      <p role="status" className="wrap-anywhere text-sm">
        {t("emailChange.sent", { email: sentTo })}
      </p>
      <TextField
        id="email-code"
        label={t("emailChange.code")}
        hint={t("mailCode.codeHint")}
        error={errors.code?.message}
        {...form.register("code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="tabular"
      />
      <FormProblem problem={problem} />
      <FormButtons submit={t("emailChange.confirm")} isBusy={isSubmitting} onCancel={onEnd} />
    </form>
  );
}

function schema(t: (key: string) => string) {
  return z.object({ code: mailCodeField(t) });
}
