"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { EmailField } from "#components/ui/email-field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useCaptcha } from "#features/identity/captcha/captcha.client.ts";
import { Agreement } from "#features/identity/components/agreement.tsx";
import { CaptchaBox } from "#features/identity/components/captcha-box.island.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { PasswordField } from "#features/identity/components/password-field.island.tsx";
import { checkLate } from "#features/identity/late-checks.client.ts";
import { PASSWORD_MIN_CHARACTERS } from "#features/identity/passwords.rules.ts";
import type { register } from "#features/identity/registration/registration.contract.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

// What follows the form comes when it was sent.
const RegistrationSent = dynamic(
  () =>
    import("#features/identity/sign-in-pages/registration-sent.island.tsx").then(
      (module) => module.RegistrationSent,
    ),
  { ssr: false },
);
const loadChecks = () => import("#features/identity/registration/registration-checks.client.ts");

type Values = { email: string; password: string; agreement: boolean };
type Sent = { email: string; request: string; resendSeconds: number };

const EMPTY: Values = { email: "", password: "", agreement: false };

type RegistrationFormProps = {
  /** Where the newcomer was, without a language: kept with the registration, so that the mailed link leads back too. */
  returnPath: string | null;
  /** What the newcomer is about to buy stands above the form already. */
  isChoiceShown?: boolean;
  /** Leads to the demo's mailbox. */
  mailbox: string | null;
};

/** Registers with an address, and with a password only for who wants one; then asks for the code of the mail. */
export function RegistrationForm({ returnPath, isChoiceShown = false, mailbox }: RegistrationFormProps) {
  const t = useTranslations("identity");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [hasPassword, setHasPassword] = useState(false);
  const [sent, setSent] = useState<Sent | null>(null);
  const [isBack, setIsBack] = useState(false);
  const captcha = useCaptcha(sent === null, "registration");
  const form = useForm<Values>({
    resolver: checkLate(async () => (await loadChecks()).registrationChecks(t, hasPassword)),
    defaultValues: EMPTY,
  });

  const send = form.handleSubmit(async ({ email, password, agreement }) => {
    setProblem(null);
    const answer = await captcha.take();
    if (answer === null) return captcha.ask();
    try {
      const { data } = await api.post<z.output<typeof register.response>>("auth/registration", {
        email,
        ...(hasPassword ? { password } : {}),
        ...{ agreePrivacy: agreement, agreeOffer: agreement },
        ...(returnPath ? { returnPath } : {}),
        captcha: answer,
      });
      setIsBack(false);
      setSent({ email, request: data.request, resendSeconds: data.resendSeconds });
    } catch (error) {
      const refused = toApiProblem(error);
      captcha.onRefused(refused);
      placeProblem(refused, form, setProblem);
    }
  });

  const { setFocus } = form;
  useEffect(() => {
    if (isBack) setFocus("email");
  }, [isBack, setFocus]);
  const change = () => {
    setSent(null);
    setIsBack(true);
  };

  if (sent !== null) {
    return <RegistrationSent {...sent} {...{ returnPath, mailbox }} onChangeAddress={change} />;
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={send}
      onFocus={() => void loadChecks().catch(() => {})}
      className="grid gap-4"
    >
      {returnPath && !isChoiceShown ? <Notice>{t("registration.goback")}</Notice> : null}
      <Fields form={form} hasPassword={hasPassword} />
      <CaptchaBox captcha={captcha} />
      <FormProblem problem={problem} />
      <Button type="submit" tone="accent" size="lg" busy={form.formState.isSubmitting} className="w-full">
        {t("registration.submit")}
      </Button>
      {hasPassword ? null : (
        <Button tone="quiet" onClick={() => setHasPassword(true)}>
          {t("social.setPassword")}
        </Button>
      )}
    </form>
  );
}

/** A refusal about one field stands under it, with the focus there; anything else stands above the button. */
function placeProblem(
  problem: ApiProblem,
  form: UseFormReturn<Values>,
  show: (problem: ApiProblem) => void,
): void {
  const fields: Readonly<Record<string, keyof Values>> = {
    INVALID_EMAIL: "email",
    PASSWORD_TOO_SHORT: "password",
    PASSWORD_TOO_COMMON: "password",
  };
  const field = fields[problem.code];
  if (field) form.setError(field, { message: problem.message }, { shouldFocus: true });
  else show(problem);
}

function Fields({ form, hasPassword }: { form: UseFormReturn<Values>; hasPassword: boolean }) {
  const t = useTranslations("identity.fields");
  const { errors } = form.formState;
  return (
    <>
      <EmailField
        id="email"
        label={t("email")}
        hint={t("emailHint")}
        error={errors.email?.message}
        {...form.register("email")}
      />
      {hasPassword ? (
        <PasswordField
          id="password"
          label={t("password")}
          hint={t("passwordHint", { min: PASSWORD_MIN_CHARACTERS })}
          error={errors.password?.message}
          {...form.register("password")}
          autoComplete="new-password"
          autoFocus
        />
      ) : null}
      <Agreement error={errors.agreement?.message} field={form.register("agreement")} />
    </>
  );
}
