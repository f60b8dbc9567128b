"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import type { Me } from "#features/identity/identity.contract.ts";
import { useMe } from "#features/identity/settings.client.ts";

const EmailForm = dynamic(
  () =>
    import("#features/identity/email-change/components/email-form.island.tsx").then(
      (module) => module.EmailForm,
    ),
  { ssr: false },
);

type EmailCardProps = {
  initial: Me;
  /** False: the account has no password, and is led to where it sets one. */
  hasPassword: boolean;
};

/** The account's address, and the way to another one. */
export function EmailCard({ initial, hasPassword }: EmailCardProps) {
  const t = useTranslations("identity.emailChange");
  const { email } = useMe(initial);
  const [isOpen, setOpen] = useState(false);
  const card = useFocusBack<HTMLElement>(isOpen);
  return (
    <SettingsCard ref={card} id="settings-email" title={t("title")} lead={t("lead")}>
      <p className="wrap-anywhere font-medium">{email}</p>
      {isOpen ? (
        <EmailForm hasPassword={hasPassword} onEnd={() => setOpen(false)} />
      ) : (
        <Button data-focus-back className="w-full sm:w-fit" onClick={() => setOpen(true)}>
          {t("change")}
        </Button>
      )}
    </SettingsCard>
  );
}
