"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { Outcome } from "#features/identity/components/outcome.island.tsx";
import { useLinkToken } from "#features/identity/identity.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

/** Cancels a recovery with the token of the mailed link; by a press, since mail programs open links by themselves. */
export function CancelRecovery({ token }: { token: string | null }) {
  const t = useTranslations("identity.recovery");
  const linkToken = useLinkToken(token, "/recovery");
  const [state, setState] = useState<"asked" | "busy" | "done" | ApiProblem>("asked");

  const cancel = async () => {
    setState("busy");
    try {
      await api.post("auth/cancel-recovery", { token: linkToken });
      setState("done");
    } catch (error) {
      setState(toApiProblem(error));
    }
  };

  const newPassword = <NewPasswordLink />;
  if (state === "done") {
    return (
      <Outcome tone="good" title={t("cancelled")} text={t("linkDone")}>
        {newPassword}
      </Outcome>
    );
  }
  const problem = typeof state === "string" ? null : state;
  if (linkToken === null || problem?.code === "LINK_INVALID") {
    return (
      <div className="grid gap-4">
        <p>{t("linkFailed")}</p>
        {newPassword}
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <p>{t("linkText")}</p>
      <FormProblem problem={problem} />
      <Button tone="accent" size="lg" busy={state === "busy"} onClick={() => void cancel()}>
        {t("cancel")}
      </Button>
    </div>
  );
}

function NewPasswordLink() {
  const t = useTranslations("identity.requestPassword");
  return (
    <LocaleLink href="/request-password" className={buttonClasses("accent", "lg", "w-full")}>
      {t("title")}
    </LocaleLink>
  );
}
