"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { describedBy, Field } from "#components/ui/field.tsx";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";
import type { TextField } from "#components/ui/text-field.tsx";

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, "type" | "className">;

/** A password, which can be shown; pasting and password managers work as anywhere. */
export function PasswordField({ id, label, hint, error, aside, ...control }: PasswordFieldProps) {
  const t = useTranslations("identity.fields");
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field {...{ id, label, hint, error, aside }}>
      <div className="relative">
        <Input
          {...control}
          {...describedBy(id, { hint, error })}
          type={isShown ? "text" : "password"}
          spellCheck={false}
          autoCapitalize="none"
          className="pr-12"
        />
        <div className="absolute inset-y-0 right-0 flex items-center pr-1">
          <IconButton
            label={t(isShown ? "hidePassword" : "showPassword")}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
      </div>
    </Field>
  );
}
