"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { Button } from "#components/ui/button.tsx";
import { useCaptcha } from "#features/identity/captcha/captcha.client.ts";
import { CaptchaBox } from "#features/identity/components/captcha-box.island.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import type { resendConfirmation } from "#features/identity/registration/registration.contract.ts";
import { useWait } from "#features/identity/registration/wait.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";
import { formatClock } from "#lib/i18n/formats.ts";

type ResendLinkProps = {
  email: string;
  /** The page waits for the mail of this browser's registration: the mail has a code too, and is asked for again after so many seconds. */
  awaited?: { seconds: number };
  /** Buttons beside it. */
  children?: ReactNode;
};

/** Sends the mail of a registration again, when the server lets it. */
export function ResendLink({ email, awaited, children }: ResendLinkProps) {
  const t = useTranslations("identity");
  const [state, setState] = useState<"ready" | "sending" | "sent">("ready");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [toldSeconds, setToldSeconds] = useState(awaited?.seconds ?? 0);
  const [secondsLeft, beginWait] = useWait(toldSeconds);
  const captcha = useCaptcha(true, "mail");
  const wait = (seconds: number) => {
    setToldSeconds(seconds);
    beginWait(seconds);
  };

  const send = async () => {
    setProblem(null);
    setState("sending");
    const answer = await captcha.take();
    if (answer === null) {
      setState("ready");
      return captcha.ask();
    }
    try {
      const { data } = await api.post<z.output<typeof resendConfirmation.response>>(
        "auth/resend-confirmation",
        { email, captcha: answer },
      );
      wait(data.resendSeconds);
      setState("sent");
    } catch (error) {
      const refused = toApiProblem(error);
      captcha.onRefused(refused);
      const seconds = onlyWaitHelps(refused);
      if (seconds === null) setProblem(refused);
      else wait(seconds);
      setState("ready");
    }
  };

  return (
    <div className="mt-2 grid justify-items-start gap-3">
      {captcha.siteKey || captcha.level > 0 || captcha.state === "failed" ? (
        <CaptchaBox captcha={captcha} />
      ) : null}
      <FormProblem problem={problem} />
      <div className="flex flex-wrap gap-3">
        <Button
          onClick={send}
          busy={state === "sending"}
          disabled={secondsLeft > 0 || (state === "sent" && toldSeconds === 0)}
          className="tabular"
        >
          {secondsLeft > 0
            ? t("registration.sendAgainIn", { clock: formatClock(secondsLeft) })
            : t(awaited ? "registration.sendAgain" : "login.resend")}
        </Button>
        {children}
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {state === "sent" ? t(awaited ? "registration.sentAgain" : "login.resent") : null}
      </p>
    </div>
  );
}

/** The seconds of a refusal that neither work nor another try opens; null for any other one. */
function onlyWaitHelps({ code, details }: ApiProblem): number | null {
  const { seconds, workLevel } = details ?? {};
  return code === "TOO_MANY_ATTEMPTS" && workLevel === undefined && typeof seconds === "number"
    ? seconds
    : null;
}
