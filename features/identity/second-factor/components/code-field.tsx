import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";

type CodeFieldProps = ComponentProps<"input"> & { id: string; error: string | undefined };

/** Where the code of the application, or a backup code, is entered. */
export function CodeField({ id, error, ...rest }: CodeFieldProps) {
  const t = useTranslations("identity.secondFactor");
  return (
    <Field id={id} label={t("code")} hint={t("codeHint")} error={error}>
      <Input
        {...rest}
        {...describedBy(id, { hint: true, error })}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        className="tabular max-w-60"
      />
    </Field>
  );
}
