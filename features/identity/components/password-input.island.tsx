"use client";

import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { IconButton } from "#components/ui/icon-button.tsx";
import { Input } from "#components/ui/input.tsx";

/** A password field whose text can be shown; pasting and password managers work as anywhere. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const t = useTranslations("identity.fields");
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input
        {...props}
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
  );
}
