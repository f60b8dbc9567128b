"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import type { LoginAnswer } from "#features/identity/login/login.contract.ts";
import { parseMailCode } from "#features/identity/mail-code/mail-code.rules.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

type EnterCodeProps = { request: string; onAnswer: (answer: LoginAnswer) => Promise<void> };

/** Takes the code of a mail, of a login or of a registration, and hands on what it opens. */
export function EnterCode({ request, onAnswer }: EnterCodeProps) {
  const t = useTranslations("identity");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const code = z
    .string()
    .min(1, t("validation.required"))
    .refine((text) => text === "" || parseMailCode(text) !== null, t("mailCode.codeHint"));
  const form = useForm({ resolver: zodResolver(z.object({ code })), defaultValues: { code: "" } });
  const error = form.formState.errors.code?.message;

  const send = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const { data } = await api.post<LoginAnswer>("auth/login/mail-code", { request, code: values.code });
      await onAnswer(data);
    } catch (failure) {
      const refused = toApiProblem(failure);
      if (refused.code !== "MAIL_CODE_WRONG") return setProblem(refused);
      form.setError("code", { message: refused.message }, { shouldFocus: true });
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <Field id="mail-code" label={t("mailCode.code")} hint={t("mailCode.codeHint")} error={error}>
        <Input
          {...form.register("code")}
          {...describedBy("mail-code", { hint: true, error })}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          className="tabular max-w-60"
        />
      </Field>
      <FormProblem problem={problem} />
      <Button type="submit" tone="accent" size="lg" busy={form.formState.isSubmitting} className="w-full">
        {t("login.submit")}
      </Button>
    </form>
  );
}
