"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { mailCodeField } from "#features/identity/form-fields.client.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";

type MailedCodeProps = {
  id: string;
  /** What stands on its button. */
  submit: string;
  /** Sends the code; a wrong one is told at its field, any other refusal below it. */
  onCode: (code: string) => Promise<void>;
};

/** Takes a code that was mailed. */
export function MailedCode({ id, submit, onCode }: MailedCodeProps) {
  const t = useTranslations("identity");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const form = useForm({
    resolver: zodResolver(z.object({ code: mailCodeField(t) })),
    defaultValues: { code: "" },
  });
  const error = form.formState.errors.code?.message;

  const send = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await onCode(values.code);
    } catch (failure) {
      const refused = toApiProblem(failure);
      if (refused.code !== "MAIL_CODE_WRONG") return setProblem(refused);
      form.setError("code", { message: refused.message }, { shouldFocus: true });
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <TextField
        id={id}
        label={t("mailCode.code")}
        hint={t("mailCode.codeHint")}
        error={error}
        {...form.register("code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
        className="tabular max-w-60"
      />
      <FormProblem problem={problem} />
      <Button type="submit" tone="accent" size="lg" busy={form.formState.isSubmitting} className="w-full">
        {submit}
      </Button>
    </form>
  );
}
