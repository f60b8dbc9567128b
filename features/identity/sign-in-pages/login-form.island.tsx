"use client";

import dynamic from "next/dynamic";
import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { EmailField } from "#components/ui/email-field.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useCaptcha } from "#features/identity/captcha/captcha.client.ts";
import { CaptchaBox } from "#features/identity/components/captcha-box.island.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { PasswordField } from "#features/identity/components/password-field.island.tsx";
import type { LoginAnswer, SecondFactorAsked } from "#features/identity/entering/entering.contract.ts";
import { openPage, saveTelegramFromCookie } from "#features/identity/identity.client.ts";
import { checkLate } from "#features/identity/late-checks.client.ts";
import { PasskeyButton } from "#features/identity/passkeys/components/passkey-button.island.tsx";
import { loadWebauthn, offersInFields } from "#features/identity/passkeys/passkeys.client.ts";
import { ResendLink } from "#features/identity/sign-in-pages/resend-link.island.tsx";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { pageReturn } from "#lib/http/page-return.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

// Most people come with a password: what else there is comes when it is asked for.
const MailCodeForm = dynamic(
  () =>
    import("#features/identity/mail-code/mail-code-form.island.tsx").then((module) => module.MailCodeForm),
  { ssr: false },
);
const loadLoginCode = () =>
  import("#features/identity/sign-in-pages/login-code.island.tsx").then((module) => module.LoginCode);
const LoginCode = dynamic(loadLoginCode, { ssr: false });
const loadChecks = () => import("#features/identity/login/login-checks.client.ts");

type Values = { email: string; password: string };
type LoginFormProps = {
  /** The page the visitor came for, without a language; null: the profile. */
  returnPath: string | null;
  /** Leads to the demo's mailbox. */
  mailbox: string | null;
  /** The address that has to log in, where it is known. */
  email?: string;
  /** What is done with the new session before the page is left. */
  onEntered?: () => Promise<void>;
};

/** Signs in, by password or by a code that is mailed, and opens the page the visitor came for. */
export function LoginForm({ returnPath, mailbox, email = "", onEntered }: LoginFormProps) {
  const t = useTranslations("identity");
  const locale = localeFromTag(useLocale());
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isCaptchaNeeded, setCaptchaNeeded] = useState(false);
  const [isByMail, setByMail] = useState(false);
  const [asked, setAsked] = useState<SecondFactorAsked | null>(null);
  const captcha = useCaptcha(isCaptchaNeeded, "login");
  const form = useForm<Values>({
    resolver: checkLate(async () => (await loadChecks()).loginChecks(t)),
    defaultValues: { email, password: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async (values) => {
    setProblem(null);
    const answer = isCaptchaNeeded ? await captcha.take() : undefined;
    if (answer === null) return captcha.ask();
    try {
      const body = { ...values, ...(answer ? { captcha: answer } : {}) };
      const { data } = await api.post<LoginAnswer>("auth/login", body);
      if (data.status === "second-factor") return await askCode(data);
    } catch (error) {
      const refused = toApiProblem(error);
      setProblem(refused);
      captcha.onRefused(refused);
      if (refused.details?.captchaRequired === true) setCaptchaNeeded(true);
      if (refused.code === "INVALID_EMAIL") form.setFocus("email");
      return;
    }
    await enter();
  });

  /** The form stays until there is something to put in its place. */
  const askCode = async (data: SecondFactorAsked) => {
    await loadLoginCode();
    setAsked(data);
  };

  const leaving = useRef<Promise<void> | null>(null);
  /** Once, also when the field's passkey and the button's press come to the same moment. */
  const enter = () => {
    leaving.current ??= leave().finally(() => {
      leaving.current = null;
    });
    return leaving.current;
  };

  const leave = async () => {
    try {
      await onEntered?.();
    } catch (error) {
      setAsked(null);
      setByMail(false);
      return setProblem(toApiProblem(error));
    }
    await saveTelegramFromCookie();
    openPage(localizedPath(locale, returnPath ?? "/profile"));
    // Busy until the next page is there.
    await pageReturn();
  };

  usePasskeyInField(asked === null && !isByMail, enter);

  if (asked !== null) return <LoginCode asked={asked} onDone={enter} onBack={() => setAsked(null)} />;
  if (isByMail) {
    return (
      <MailCodeForm
        email={form.getValues("email")}
        mailbox={mailbox}
        onBack={() => setByMail(false)}
        onAnswer={(answer) => (answer.status === "second-factor" ? askCode(answer) : enter())}
      />
    );
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={send}
      onFocus={() => void loadChecks().catch(() => {})}
      className="grid gap-4"
    >
      {returnPath ? <Notice>{t("login.goback")}</Notice> : null}
      <EmailField
        id="email"
        label={t("fields.email")}
        error={errors.email?.message}
        {...form.register("email")}
        autoComplete="username webauthn"
      />
      <PasswordField
        id="password"
        label={t("fields.password")}
        error={errors.password?.message}
        aside={
          <LocaleLink
            href={gobackPath("/request-password", returnPath)}
            className="text-link text-sm hover:underline"
          >
            {t("login.forgot")}
          </LocaleLink>
        }
        {...form.register("password")}
        autoComplete="current-password"
      />
      {isCaptchaNeeded ? <CaptchaBox captcha={captcha} /> : null}
      <FormProblem problem={problem}>
        {problem?.code === "EMAIL_NOT_CONFIRMED" ? <ResendLink email={form.getValues("email")} /> : null}
      </FormProblem>
      <Button type="submit" tone="accent" size="lg" busy={isSubmitting} className="w-full">
        {t("login.submit")}
      </Button>
      <PasskeyButton
        label={t("passkeys.login")}
        show={async () => (await loadWebauthn()).enterWithPasskey()}
        onShown={enter}
      />
      <Button
        size="lg"
        className="h-auto min-h-12 w-full whitespace-normal py-2"
        onClick={() => setByMail(true)}
      >
        {t("mailCode.choose")}
      </Button>
    </form>
  );
}

/** Has the browser offer a passkey where the address is typed. What comes of it is told only when it signs in. */
function usePasskeyInField(isOffered: boolean, onShown: () => Promise<void>): void {
  const shown = useRef(onShown);
  shown.current = onShown;
  useEffect(() => {
    if (!isOffered) return;
    let isOver = false;
    const stop = offersInFields().then(async (offers) => {
      if (!offers || isOver) return () => {};
      const { offerInField, stopOffering } = await loadWebauthn();
      if (!isOver)
        offerInField().then(
          () => shown.current(),
          () => {},
        );
      return stopOffering;
    });
    return () => {
      isOver = true;
      void stop.then((end) => end());
    };
  }, [isOffered]);
}
