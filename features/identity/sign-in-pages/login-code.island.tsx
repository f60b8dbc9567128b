"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import type { SecondFactorAsked } from "#features/identity/entering/entering.contract.ts";
import { PasskeyButton } from "#features/identity/passkeys/components/passkey-button.island.tsx";
import { loadWebauthn } from "#features/identity/passkeys/passkeys.client.ts";
import { codeField } from "#features/identity/second-factor/code-field.client.ts";
import { CodeField } from "#features/identity/second-factor/components/code-field.tsx";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

// Hardly anybody has lost both.
const RecoveryForm = dynamic(
  () =>
    import("#features/identity/factor-recovery/components/recovery-form.island.tsx").then(
      (module) => module.RecoveryForm,
    ),
  { ssr: false },
);

type Values = { code: string };
/** Ways in that offer no recovery say nothing of it. */
type Asked = Pick<SecondFactorAsked, "challenge" | "hasPasskey"> &
  Partial<Pick<SecondFactorAsked, "recovery">>;
type LoginCodeProps = { asked: Asked; onDone: () => Promise<void>; onBack: () => void };

/** The second step of a login. */
export function LoginCode({ asked, onDone, onBack }: LoginCodeProps) {
  const { challenge, hasPasskey, recovery = null } = asked;
  const t = useTranslations("identity");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [isLost, setLost] = useState(false);
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

  if (isLost) {
    const back = () => setLost(false);
    return <RecoveryForm challenge={challenge} offer={recovery} onDone={onDone} onBack={back} />;
  }

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
      <Button tone="quiet" onClick={() => setLost(true)}>
        {t("recovery.lost")}
      </Button>
      <Button tone="quiet" onClick={onBack}>
        {t("secondFactor.back")}
      </Button>
    </form>
  );
}
