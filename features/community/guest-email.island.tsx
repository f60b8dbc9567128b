"use client";

import { useTranslations } from "next-intl";
import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { EmailField } from "#components/ui/email-field.tsx";
import { isEmail } from "#lib/mail/address.ts";

type GuestEmailProps<Values extends FieldValues> = {
  id: string;
  label: string;
  /** The field of the address. */
  name: Path<Values>;
  form: UseFormReturn<Values>;
  open: { readonly isGuest: boolean };
};

/** Where a guest is written to; nothing for who is signed in. */
export function GuestEmail<Values extends FieldValues>({
  id,
  label,
  name,
  form,
  open,
}: GuestEmailProps<Values>) {
  const t = useTranslations("identity.validation");
  const ui = useTranslations("ui");
  if (!open.isGuest) return null;
  const { error } = form.getFieldState(name, form.formState);
  return (
    <EmailField
      id={id}
      label={label}
      error={error?.message}
      {...form.register(name, {
        validate: {
          isGiven: (text: string) => text.trim() !== "" || ui("required"),
          isEmail: (text: string) => isEmail(text) || t("invalidEmail"),
        },
      })}
    />
  );
}
