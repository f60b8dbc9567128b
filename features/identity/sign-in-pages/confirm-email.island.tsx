"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { EmailField } from "#components/ui/email-field.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { Outcome } from "#features/identity/components/outcome.island.tsx";
import { emailField } from "#features/identity/form-fields.client.ts";
import { openPage, saveTelegramFromCookie, useLinkToken } from "#features/identity/identity.client.ts";
import type { confirmEmail } from "#features/identity/registration/registration.contract.ts";
import { ResendLink } from "#features/identity/sign-in-pages/resend-link.island.tsx";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type Confirmed = z.output<typeof confirmEmail.response>;

/** Confirms an address with the token of the mailed link, which leaves the address bar at once. */
export function ConfirmEmail({ token }: { token: string | null }) {
  const t = useTranslations("identity.confirmEmail");
  const linkToken = useLinkToken(token, "/signup/confirm-email");
  const [outcome, setOutcome] = useState<"working" | Confirmed | ApiProblem>("working");
  const hasBegun = useRef(false);
  const locale = localeFromTag(useLocale());

  const confirm = useCallback(async () => {
    setOutcome("working");
    try {
      const { data } = await api.post<Confirmed>("auth/confirm-email", { token: linkToken });
      setOutcome(data);
      if (!data.isSignedIn) return;
      await saveTelegramFromCookie();
      openPage(localizedPath(locale, data.returnPath ?? "/profile"));
    } catch (error) {
      setOutcome(toApiProblem(error));
    }
  }, [linkToken, locale]);

  useEffect(() => {
    // The token works once: development's double effects must not spend it twice.
    if (linkToken === null || hasBegun.current) return;
    hasBegun.current = true;
    void confirm();
  }, [linkToken, confirm]);

  if (linkToken === null) {
    return (
      <Outcome tone="info" title={t("noTokenTitle")} text={t("noTokenBody")}>
        <ResendForm />
      </Outcome>
    );
  }
  if (outcome === "working") {
    return (
      <p role="status" className="flex items-center gap-2">
        <Spinner />
        {t("working")}
      </p>
    );
  }
  if (outcome.status === "confirmed" && outcome.isSignedIn) {
    return <Outcome tone="good" title={t("doneTitle")} text={t("signedIn")} />;
  }
  if (outcome.status === "confirmed") {
    return (
      <Outcome tone="good" title={t("doneTitle")} text={t("doneBody")}>
        <LoginLink returnPath={outcome.returnPath} />
      </Outcome>
    );
  }
  if (outcome.code !== "LINK_INVALID") {
    return (
      <div className="grid gap-4">
        <FormProblem problem={outcome} />
        <RetryButton onClick={confirm} />
      </div>
    );
  }
  return (
    <Outcome tone="bad" title={t("failedTitle")} text={t("failedBody")}>
      <LoginLink returnPath={null} />
      <ResendForm />
    </Outcome>
  );
}

function LoginLink({ returnPath }: { returnPath: string | null }) {
  const t = useTranslations("identity.login");
  return (
    <LocaleLink
      href={gobackPath("/authorization", returnPath)}
      className={buttonClasses("accent", "lg", "w-full")}
    >
      {t("submit")}
    </LocaleLink>
  );
}

function RetryButton({ onClick }: { onClick: () => void }) {
  const t = useTranslations("identity.captcha");
  return (
    <Button tone="accent" onClick={onClick}>
      {t("retry")}
    </Button>
  );
}

/** Asks for the address first; here nobody knows whose link it was. */
function ResendForm() {
  const t = useTranslations("identity");
  const [email, setEmail] = useState<string | null>(null);
  const asked = useFocusBack<HTMLDivElement>(email === null);
  const form = useForm({
    resolver: zodResolver(z.object({ email: emailField(t) })),
    defaultValues: { email: "" },
  });
  const error = form.formState.errors.email?.message;
  if (email !== null) {
    return (
      <div ref={asked} tabIndex={-1} className="outline-none">
        <ResendLink email={email} />
      </div>
    );
  }
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.handleSubmit((values) => setEmail(values.email))}
      className="grid gap-3"
    >
      <EmailField
        id="email"
        label={t("fields.email")}
        error={error}
        {...form.register("email")}
        autoComplete="username"
      />
      <Button type="submit">{t("login.resend")}</Button>
    </form>
  );
}
