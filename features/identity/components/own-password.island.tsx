"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { PasswordField } from "#features/identity/components/password-field.island.tsx";

type OwnPasswordProps = Omit<ComponentProps<"input">, "type" | "id"> & {
  id: string;
  /** False for an account that was made through a provider: it is led to where it sets one. */
  hasPassword: boolean;
  error?: string | undefined;
};

/** Asks for the account's own password, before something that must not be done with a borrowed session. */
export function OwnPassword({ id, hasPassword, error, ...input }: OwnPasswordProps) {
  const t = useTranslations("identity");
  if (!hasPassword) {
    return (
      <Notice title={t("social.noPassword")}>
        <LocaleLink href="/request-password" className={buttonClasses("plain", "sm", "w-fit")}>
          {t("social.setPassword")}
        </LocaleLink>
      </Notice>
    );
  }
  return (
    <PasswordField
      id={id}
      label={t("fields.password")}
      error={error}
      {...input}
      autoComplete="current-password"
    />
  );
}
