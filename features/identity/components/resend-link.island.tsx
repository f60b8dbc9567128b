"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useCaptcha } from "#features/identity/captcha/captcha.client.ts";
import { CaptchaBox } from "#features/identity/components/captcha-box.island.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

/** Sends the confirmation link of a registration again. */
export function ResendLink({ email }: { email: string }) {
  const t = useTranslations("identity");
  const [state, setState] = useState<"ready" | "sending" | "sent">("ready");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const captcha = useCaptcha(true, "mail");

  const send = async () => {
    setProblem(null);
    setState("sending");
    const answer = await captcha.take();
    if (answer === null) {
      setState("ready");
      return captcha.ask();
    }
    try {
      await api.post("auth/resend-confirmation", { email, captcha: answer });
      setState("sent");
    } catch (error) {
      const refused = toApiProblem(error);
      captcha.onRefused(refused);
      setProblem(refused);
      setState("ready");
    }
  };

  return (
    <div className="mt-2 grid justify-items-start gap-3">
      {captcha.siteKey || captcha.level > 0 || captcha.state === "failed" ? (
        <CaptchaBox captcha={captcha} />
      ) : null}
      <FormProblem problem={problem} />
      <Button onClick={send} busy={state === "sending"} disabled={state === "sent"}>
        {t("login.resend")}
      </Button>
      <p role="status" className="text-muted text-sm empty:hidden">
        {state === "sent" ? t("login.resent") : null}
      </p>
    </div>
  );
}
