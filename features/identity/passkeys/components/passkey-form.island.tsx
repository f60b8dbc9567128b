"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { PasswordInput } from "#features/identity/components/password-input.island.tsx";
import { requiredField } from "#features/identity/form-fields.client.ts";
import { PASSKEY_NAME_MAX } from "#features/identity/passkeys/passkeys.rules.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";

type Values = { name: string; password: string };
type PasskeyFormProps = {
  /** What stands there to begin with. */
  name: string;
  asksPassword?: boolean;
  submit: string;
  onSend: (values: Values) => Promise<void>;
  onCancel: () => void;
};

/** The name of a passkey, and the password where one is added. */
export function PasskeyForm({ name, asksPassword = false, submit, onSend, onCancel }: PasskeyFormProps) {
  const t = useTranslations("identity");
  const ui = useTranslations("ui");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const form = useForm<Values>({
    resolver: zodResolver(
      z.object({
        name: z
          .string()
          .check(
            z.trim(),
            z.minLength(1, t("validation.required")),
            z.maxLength(PASSKEY_NAME_MAX, t("validation.maxCharacters", { max: PASSKEY_NAME_MAX })),
          ),
        password: asksPassword ? requiredField(t) : z.string(),
      }),
    ),
    defaultValues: { name, password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      await onSend(values);
    } catch (error) {
      const refused = toApiProblem(error);
      if (refused.code === "PASSWORD_WRONG")
        form.setError("password", { message: refused.message }, { shouldFocus: true });
      else setProblem(refused);
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid max-w-md gap-4">
      <Field
        id="passkey-name"
        label={t("passkeys.name")}
        hint={t("passkeys.nameHint")}
        error={errors.name?.message}
      >
        <Input
          {...form.register("name")}
          {...describedBy("passkey-name", { hint: true, error: errors.name })}
        />
      </Field>
      {asksPassword ? (
        <Field id="passkey-password" label={t("fields.password")} error={errors.password?.message}>
          <PasswordInput
            {...form.register("password")}
            {...describedBy("passkey-password", { error: errors.password })}
            autoComplete="current-password"
          />
        </Field>
      ) : null}
      <FormProblem problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="accent" busy={isSubmitting}>
          {submit}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {ui("cancel")}
        </Button>
      </div>
    </form>
  );
}
