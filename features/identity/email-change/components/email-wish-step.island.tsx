"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { OwnPassword } from "#features/identity/components/own-password.island.tsx";
import { StepButtons } from "#features/identity/email-change/components/step-buttons.tsx";
import { emailField, requiredField } from "#features/identity/form-fields.client.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

type Values = { email: string; password: string };

const FIELD_OF_REFUSAL: Readonly<Record<string, keyof Values>> = {
  INVALID_EMAIL: "email",
  EMAIL_UNCHANGED: "email",
  PASSWORD_WRONG: "password",
};

type EmailWishStepProps = { hasPassword: boolean; onSent: (email: string) => void; onEnd: () => void };

/** The new address, with the proof that its owner asks. */
export function EmailWishStep({ hasPassword, onSent, onEnd }: EmailWishStepProps) {
  const t = useTranslations("identity");
  const stepUp = useStepUp();
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const form = useForm<Values>({
    resolver: zodResolver(schema(t)),
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ email, password }) => {
    setProblem(null);
    try {
      await stepUp(() => api.post("users/email", { email, password }));
      onSent(email);
    } catch (error) {
      const refused = toApiProblem(error);
      const field = FIELD_OF_REFUSAL[refused.code];
      if (field) form.setError(field, { message: refused.message }, { shouldFocus: true });
      else setProblem(refused);
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid max-w-md gap-5">
      <Field id="new-email" label={t("emailChange.newEmail")} error={errors.email?.message}>
        <Input
          {...form.register("email")}
          {...describedBy("new-email", { error: errors.email })}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      </Field>
      <OwnPassword
        {...form.register("password")}
        id="email-password"
        hasPassword={hasPassword}
        error={errors.password?.message}
      />
      <FormProblem problem={problem} />
      <StepButtons submit={t("emailChange.ask")} isBusy={isSubmitting} isOff={!hasPassword} onEnd={onEnd} />
    </form>
  );
}

function schema(t: (key: string) => string) {
  return z.object({ email: emailField(t), password: requiredField(t) });
}
