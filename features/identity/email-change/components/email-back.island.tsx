"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { Outcome } from "#features/identity/components/outcome.island.tsx";
import { useLinkToken } from "#features/identity/identity.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

/** Takes the account back to its old address with the token of the mailed link, after a press: mail programs open links by themselves. */
export function EmailBack({ token }: { token: string | null }) {
  const t = useTranslations("identity.emailBack");
  const linkToken = useLinkToken(token, "/signup/email-back");
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const takeBack = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await api.post("auth/email-back", { token: linkToken });
      setDone(true);
    } catch (error) {
      setProblem(toApiProblem(error));
    }
    setBusy(false);
  };

  if (isDone) return <Outcome tone="good" title={t("doneTitle")} text={t("doneText")} />;
  if (linkToken === null || problem?.code === "LINK_INVALID") {
    return (
      <Outcome tone="bad" title={t("wrongTitle")} text={t("wrongText")}>
        <LocaleLink href="/request-password" className={buttonClasses("plain", "lg", "w-full")}>
          {t("askPassword")}
        </LocaleLink>
      </Outcome>
    );
  }
  return (
    <div className="grid gap-4">
      <FormProblem problem={problem} />
      <Button tone="accent" size="lg" className="w-full" busy={isBusy} onClick={() => void takeBack()}>
        {t("submit")}
      </Button>
    </div>
  );
}
