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
import { emailField } from "#features/identity/form-fields.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

type Values = { email: string };
type RequestPasswordFormProps = {
  /** Where the visitor was, without a language: kept with the request, so that the mailed link leads back too. */
  returnPath: string | null;
  mailbox: string | null;
};

/** Asks for a link to set a new password. What it says does not tell whether there is an account. */
export function RequestPasswordForm({ returnPath, mailbox }: RequestPasswordFormProps) {
  const t = useTranslations("identity");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const captcha = useCaptcha(sentTo === null, "mail");
  const form = useForm<Values>({ resolver: zodResolver(schema(t)), defaultValues: { email: "" } });
  const error = form.formState.errors.email?.message;

  const send = form.handleSubmit(async ({ email }) => {
    setProblem(null);
    const answer = await captcha.take();
    if (answer === null) return captcha.ask();
    try {
      await api.post("auth/request-password", {
        email,
        ...(returnPath ? { returnPath } : {}),
        captcha: answer,
      });
      setSentTo(email);
    } catch (failure) {
      const refused = toApiProblem(failure);
      captcha.onRefused(refused);
      if (refused.code !== "INVALID_EMAIL") return setProblem(refused);
      form.setError("email", { message: refused.message }, { shouldFocus: true });
    }
  });

  if (sentTo !== null) {
    return (
      <MailSent title={t("requestPassword.sentTitle")} mailbox={mailbox}>
        <p className="break-words">{t("requestPassword.sentBody", { email: sentTo })}</p>
      </MailSent>
    );
  }
  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <EmailField
        id="email"
        label={t("fields.email")}
        error={error}
        {...form.register("email")}
        autoComplete="username"
      />
      <CaptchaBox captcha={captcha} />
      <FormProblem problem={problem} />
      <Button type="submit" tone="accent" size="lg" busy={form.formState.isSubmitting} className="w-full">
        {t("requestPassword.submit")}
      </Button>
    </form>
  );
}

function schema(t: (key: string) => string) {
  return z.object({ email: emailField(t) });
}
