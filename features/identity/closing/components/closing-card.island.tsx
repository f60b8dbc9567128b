"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { CLOSING_DAYS } from "#features/identity/closing.rules.ts";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";

const ClosingSteps = dynamic(
  () =>
    import("#features/identity/closing/components/closing-steps.island.tsx").then(
      (module) => module.ClosingSteps,
    ),
  { ssr: false },
);

/** Where an account is closed. What that means is said before anything ends. */
export function ClosingCard({ hasPassword }: { hasPassword: boolean }) {
  const t = useTranslations("identity.closing");
  const [isOpen, setOpen] = useState(false);
  const card = useFocusBack<HTMLElement>(isOpen);
  return (
    <SettingsCard
      ref={card}
      id="settings-closing"
      title={t("title")}
      lead={t("lead", { days: CLOSING_DAYS })}
    >
      {isOpen ? (
        <ClosingSteps hasPassword={hasPassword} onCancel={() => setOpen(false)} />
      ) : (
        <Button data-focus-back tone="danger" className="w-fit" onClick={() => setOpen(true)}>
          {t("open")}
        </Button>
      )}
    </SettingsCard>
  );
}
