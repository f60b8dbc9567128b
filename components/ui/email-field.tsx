import type { ComponentProps, ReactNode } from "react";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";

type EmailFieldProps = ComponentProps<"input"> & {
  id: string;
  label: string;
  hint?: ReactNode;
  error: string | undefined;
};

/** Where an e-mail address is entered, with the keyboard that phones have for it. `autoComplete`: "username" where it is a login. */
export function EmailField({ id, label, hint, error, autoComplete = "email", ...rest }: EmailFieldProps) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <Input
        {...rest}
        {...describedBy(id, { hint, error })}
        type="email"
        inputMode="email"
        autoComplete={autoComplete}
      />
    </Field>
  );
}
