"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "#components/ui/button.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import type { SecondFactorAsked } from "#features/identity/login/login.contract.ts";
import { PasskeyButton } from "#features/identity/passkeys/components/passkey-button.island.tsx";
import { loadWebauthn } from "#features/identity/passkeys/passkeys.client.ts";
import { CodeField } from "#features/identity/second-factor/components/code-field.tsx";
import { codeField } from "#features/identity/second-factor/second-factor.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

type Values = { code: string };
type LoginCodeProps = { asked: SecondFactorAsked; onDone: () => Promise<void>; onBack: () => void };

/** The second step of a login. */
export function LoginCode({ asked: { challenge, hasPasskey }, onDone, onBack }: LoginCodeProps) {
  const t = useTranslations("identity");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const form = useForm<Values>({
    resolver: zodResolver(z.object({ code: codeField(t) })),
    defaultValues: { code: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ code }) => {
    setProblem(null);
    try {
      await api.post("auth/login/second-factor", { challenge, code });
    } catch (error) {
      const refused = toApiProblem(error);
      if (refused.code === "SECOND_FACTOR_WRONG") {
        form.setError("code", { message: refused.message }, { shouldFocus: true });
      } else setProblem(refused);
      return;
    }
    await onDone();
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold text-lg">{t("secondFactor.loginTitle")}</h2>
        <p className="text-muted text-sm">{t("secondFactor.loginLead")}</p>
      </div>
      <CodeField id="code" error={errors.code?.message} autoFocus {...form.register("code")} />
      <FormProblem problem={problem} />
      <Button type="submit" tone="accent" size="lg" busy={isSubmitting} className="w-full">
        {t("secondFactor.confirm")}
      </Button>
      {hasPasskey ? (
        <PasskeyButton
          label={t("passkeys.instead")}
          show={async () => (await loadWebauthn()).showInsteadOfCode(challenge)}
          onShown={onDone}
        />
      ) : null}
      <Button tone="quiet" onClick={onBack}>
        {t("secondFactor.back")}
      </Button>
    </form>
  );
}
