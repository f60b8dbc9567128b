"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { PasswordInput } from "#features/identity/components/password-input.island.tsx";
import { requiredField } from "#features/identity/form-fields.client.ts";
import { codeField } from "#features/identity/second-factor/code-field.client.ts";
import { CodeField } from "#features/identity/second-factor/components/code-field.tsx";
import type { Proof } from "#features/identity/second-factor/second-factor.client.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";

type ProofFormProps = {
  /** Which proofs are asked for. */
  asks: "password" | "code" | "both";
  submit: string;
  onProof: (proof: Proof) => Promise<void>;
  onCancel: () => void;
};

const FIELD_OF_REFUSAL: Readonly<Record<string, keyof Proof>> = {
  PASSWORD_WRONG: "password",
  SECOND_FACTOR_WRONG: "code",
};

/** Password, code or both, before something that must not be done with a borrowed session. */
export function ProofForm({ asks, submit, onProof, onCancel }: ProofFormProps) {
  const t = useTranslations("identity");
  const ui = useTranslations("ui");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const form = useForm<Proof>({
    resolver: zodResolver(
      z.object({
        password: asks === "code" ? z.string() : requiredField(t),
        code: asks === "password" ? z.string() : codeField(t),
      }),
    ),
    defaultValues: { password: "", code: "" },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async (proof) => {
    setProblem(null);
    try {
      await onProof(proof);
    } catch (error) {
      const refused = toApiProblem(error);
      const field = FIELD_OF_REFUSAL[refused.code];
      if (field) form.setError(field, { message: refused.message }, { shouldFocus: true });
      else setProblem(refused);
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid max-w-md gap-4">
      {asks === "code" ? null : (
        <Field id="proof-password" label={t("secondFactor.password")} error={errors.password?.message}>
          <PasswordInput
            {...form.register("password")}
            {...describedBy("proof-password", { error: errors.password })}
            autoComplete="current-password"
          />
        </Field>
      )}
      {asks === "password" ? null : (
        <CodeField id="proof-code" error={errors.code?.message} {...form.register("code")} />
      )}
      <FormProblem problem={problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="accent" busy={isSubmitting}>
          {submit}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {ui("cancel")}
        </Button>
      </div>
    </form>
  );
}
