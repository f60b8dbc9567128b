"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { NewPasswordFields } from "#features/identity/components/new-password-fields.tsx";
import { Outcome } from "#features/identity/components/outcome.island.tsx";
import { requiredField } from "#features/identity/form-fields.client.ts";
import { useLinkToken } from "#features/identity/identity.client.ts";
import type { resetPassword } from "#features/identity/password-reset/password-reset.contract.ts";
import { newPasswordField } from "#features/identity/passwords/passwords.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";
import { gobackPath } from "#lib/http/goback.ts";

type Values = { password: string; repeated: string };
type Changed = z.output<typeof resetPassword.response>;

/** Sets a new password with the token of the mailed link, which leaves the address bar at once. */
export function ResetPasswordForm({ token }: { token: string | null }) {
  const t = useTranslations("identity");
  const linkToken = useLinkToken(token, "/confirm");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [done, setDone] = useState<Changed | null>(null);
  const form = useForm<Values>({
    resolver: zodResolver(schema(t)),
    defaultValues: { password: "", repeated: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ password }) => {
    setProblem(null);
    try {
      setDone((await api.post<Changed>("auth/reset-password", { token: linkToken, password })).data);
    } catch (error) {
      const refused = toApiProblem(error);
      if (!refused.code.startsWith("PASSWORD_TOO_")) return setProblem(refused);
      form.setError("password", { message: refused.message }, { shouldFocus: true });
    }
  });

  const askAgain = (
    <LocaleLink href="/request-password" className={buttonClasses("accent", "lg", "w-full")}>
      {t("resetPassword.askAgain")}
    </LocaleLink>
  );
  if (done) {
    return (
      <Outcome tone="good" title={t("resetPassword.doneTitle")} text={t("resetPassword.doneBody")}>
        <LocaleLink
          href={gobackPath("/authorization", done.returnPath)}
          className={buttonClasses("accent", "lg", "w-full")}
        >
          {t("login.submit")}
        </LocaleLink>
      </Outcome>
    );
  }
  if (linkToken === null) {
    return (
      <Outcome tone="info" title={t("resetPassword.noTokenTitle")} text={t("resetPassword.noTokenBody")}>
        {askAgain}
      </Outcome>
    );
  }
  if (problem?.code === "LINK_INVALID") {
    return (
      <Outcome tone="bad" title={problem.message} text={t("resetPassword.noTokenBody")}>
        {askAgain}
      </Outcome>
    );
  }
  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <NewPasswordFields
        label={t("fields.newPassword")}
        password={form.register("password")}
        repeated={form.register("repeated")}
        errors={errors}
      />
      <FormProblem problem={problem} />
      <Button type="submit" tone="accent" size="lg" busy={isSubmitting} className="w-full">
        {t("resetPassword.submit")}
      </Button>
    </form>
  );
}

function schema(t: (key: string, values?: Record<string, number>) => string) {
  return z.object({ password: newPasswordField(t), repeated: requiredField(t) }).check(
    z.refine((values) => values.repeated === "" || values.password === values.repeated, {
      path: ["repeated"],
      message: t("validation.passwordDoesNotMatch"),
      when: () => true,
    }),
  );
}
