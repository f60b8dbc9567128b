import { useTranslations } from "next-intl";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { PasswordField } from "#features/identity/components/password-field.island.tsx";
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
      <PasswordField
        id="password"
        label={label}
        hint={hint}
        error={errors.password?.message}
        {...password}
        autoComplete="new-password"
      />
      <PasswordField
        id="repeated"
        label={t("repeatPassword")}
        error={errors.repeated?.message}
        {...repeated}
        autoComplete="new-password"
      />
    </>
  );
}
