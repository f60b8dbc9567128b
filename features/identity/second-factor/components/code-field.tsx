import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { TextField } from "#components/ui/text-field.tsx";

type CodeFieldProps = ComponentProps<"input"> & { id: string; error: string | undefined };

/** Where the code of the application, or a backup code, is entered. */
export function CodeField({ id, error, ...rest }: CodeFieldProps) {
  const t = useTranslations("identity.secondFactor");
  return (
    <TextField
      id={id}
      label={t("code")}
      hint={t("codeHint")}
      error={error}
      {...rest}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      className="tabular max-w-60"
    />
  );
}
