import { useTranslations } from "next-intl";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { describedBy, Field } from "#components/ui/field.tsx";
import { PasswordInput } from "#features/identity/components/password-input.island.tsx";
import { PASSWORD_MIN_CHARACTERS } from "#features/identity/passwords.rules.ts";

type NewPasswordFieldsProps = {
  label: string;
  password: UseFormRegisterReturn;
  repeated: UseFormRegisterReturn;
  errors: { password?: FieldError; repeated?: FieldError };
};

/** A new password and its repetition, as every form asks for them. */
export function NewPasswordFields({ label, password, repeated, errors }: NewPasswordFieldsProps) {
  const t = useTranslations("identity.fields");
  const hint = t("passwordHint", { min: PASSWORD_MIN_CHARACTERS });
  return (
    <>
      <Field id="password" label={label} hint={hint} error={errors.password?.message}>
        <PasswordInput
          {...password}
          {...describedBy("password", { hint: true, error: errors.password })}
          autoComplete="new-password"
        />
      </Field>
      <Field id="repeated" label={t("repeatPassword")} error={errors.repeated?.message}>
        <PasswordInput
          {...repeated}
          {...describedBy("repeated", { error: errors.repeated })}
          autoComplete="new-password"
        />
      </Field>
    </>
  );
}
