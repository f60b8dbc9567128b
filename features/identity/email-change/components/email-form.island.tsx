"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { showToast } from "#components/ui/toasts.ts";
import { EmailCodeStep } from "#features/identity/email-change/components/email-code-step.island.tsx";
import { EmailWishStep } from "#features/identity/email-change/components/email-wish-step.island.tsx";
import { visitorQuery } from "#features/site/visitor.client.ts";

type EmailFormProps = { hasPassword: boolean; onEnd: () => void };

/** Asks for the new address and the password, then for the code that went there. */
export function EmailForm({ hasPassword, onEnd }: EmailFormProps) {
  const t = useTranslations("identity.emailChange");
  const client = useQueryClient();
  const [sentTo, setSentTo] = useState<string | null>(null);

  if (sentTo === null) {
    return <EmailWishStep hasPassword={hasPassword} onSent={setSentTo} onEnd={onEnd} />;
  }
  const finish = () => {
    showToast({ type: "success", text: t("done") });
    void client.invalidateQueries({ queryKey: ["users"] });
    void client.invalidateQueries({ queryKey: visitorQuery.queryKey });
    onEnd();
  };
  return <EmailCodeStep sentTo={sentTo} onDone={finish} onEnd={onEnd} />;
}
