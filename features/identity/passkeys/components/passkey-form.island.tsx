"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { TextField } from "#components/ui/text-field.tsx";
import { FormButtons } from "#features/identity/components/form-buttons.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { PasswordField } from "#features/identity/components/password-field.island.tsx";
import { requiredField } from "#features/identity/form-fields.client.ts";
import { PASSKEY_NAME_MAX } from "#features/identity/passkeys/passkeys.rules.ts";
import { useSending } from "#features/identity/sending.client.ts";

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
  const sending = useSending({ form, fieldOf: { PASSWORD_WRONG: "password" } });
  const { errors, isSubmitting } = form.formState;
  const submitForm = form.handleSubmit((values) => sending.send(() => onSend(values)));

  return (
    <form method="post" noValidate onSubmit={submitForm} className="grid max-w-md gap-4">
      <TextField
        id="passkey-name"
        label={t("passkeys.name")}
        hint={t("passkeys.nameHint")}
        error={errors.name?.message}
        {...form.register("name")}
      />
      {asksPassword ? (
        <PasswordField
          id="passkey-password"
          label={t("fields.password")}
          error={errors.password?.message}
          {...form.register("password")}
          autoComplete="current-password"
        />
      ) : null}
      <FormProblem problem={sending.problem} />
      <FormButtons submit={submit} isBusy={isSubmitting} onCancel={onCancel} />
    </form>
  );
}
