"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { EmailField } from "#components/ui/email-field.tsx";
import { useCaptcha } from "#features/identity/captcha/captcha.client.ts";
import { CaptchaBox } from "#features/identity/components/captcha-box.island.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { MailSent } from "#features/identity/components/mail-sent.island.tsx";
import type { LoginAnswer } from "#features/identity/entering/entering.contract.ts";
import { emailField } from "#features/identity/form-fields.client.ts";
import { EnterCode } from "#features/identity/mail-code/enter-code.island.tsx";
import type { requestMailCodeEndpoint } from "#features/identity/mail-code/mail-code.contract.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

type MailCodeFormProps = {
  /** What stood in the form before. */
  email: string;
  /** Leads to the demo's mailbox. */
  mailbox: string | null;
  onAnswer: (answer: LoginAnswer) => Promise<void>;
  onBack: () => void;
};

type Asked = { email: string; request: string };

/** Logging in with a code by mail: asks for the address, then for the code. Loaded when somebody wants it. */
export function MailCodeForm({ email, mailbox, onAnswer, onBack }: MailCodeFormProps) {
  const t = useTranslations("identity.mailCode");
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <div className="grid gap-4">
      {asked === null ? (
        <AskForCode email={email} onAsked={setAsked} />
      ) : (
        <MailSent title={t("title")} mailbox={mailbox}>
          <p className="break-words">{t("sent", { email: asked.email })}</p>
          <EnterCode request={asked.request} onAnswer={onAnswer} />
          <Button onClick={() => setAsked(null)}>{t("again")}</Button>
        </MailSent>
      )}
      <Button tone="quiet" onClick={onBack}>
        {t("back")}
      </Button>
    </div>
  );
}

function AskForCode({ email, onAsked }: { email: string; onAsked: (asked: Asked) => void }) {
  const t = useTranslations("identity");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const captcha = useCaptcha(true, "mail");
  const form = useForm({
    resolver: zodResolver(z.object({ email: emailField(t) })),
    defaultValues: { email },
  });
  const error = form.formState.errors.email?.message;

  const send = form.handleSubmit(async (values) => {
    setProblem(null);
    const answer = await captcha.take();
    if (answer === null) return captcha.ask();
    try {
      const body = { email: values.email, captcha: answer };
      type Sent = z.output<typeof requestMailCodeEndpoint.response>;
      const { data } = await api.post<Sent>("auth/login/mail-code/request", body);
      onAsked({ email: values.email, request: data.request });
    } catch (failure) {
      const refused = toApiProblem(failure);
      captcha.onRefused(refused);
      if (refused.code !== "INVALID_EMAIL") return setProblem(refused);
      form.setError("email", { message: refused.message }, { shouldFocus: true });
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold text-lg">{t("mailCode.title")}</h2>
        <p className="text-muted text-sm">{t("mailCode.lead")}</p>
      </div>
      <EmailField
        id="email"
        label={t("fields.email")}
        error={error}
        {...form.register("email")}
        autoComplete="username"
        autoFocus
      />
      <CaptchaBox captcha={captcha} />
      <FormProblem problem={problem} />
      <Button type="submit" tone="accent" size="lg" busy={form.formState.isSubmitting} className="w-full">
        {t("mailCode.send")}
      </Button>
    </form>
  );
}
