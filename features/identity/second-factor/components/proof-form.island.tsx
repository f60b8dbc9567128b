"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { FormButtons } from "#features/identity/components/form-buttons.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { PasswordField } from "#features/identity/components/password-field.island.tsx";
import { requiredField } from "#features/identity/form-fields.client.ts";
import { codeField } from "#features/identity/second-factor/code-field.client.ts";
import { CodeField } from "#features/identity/second-factor/components/code-field.tsx";
import type { Proof } from "#features/identity/second-factor/second-factor.client.ts";
import { useSending } from "#features/identity/sending.client.ts";

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
  const form = useForm<Proof>({
    resolver: zodResolver(
      z.object({
        password: asks === "code" ? z.string() : requiredField(t),
        code: asks === "password" ? z.string() : codeField(t),
      }),
    ),
    defaultValues: { password: "", code: "" },
  });
  const sending = useSending({ form, fieldOf: FIELD_OF_REFUSAL });
  const { errors, isSubmitting } = form.formState;
  const submitForm = form.handleSubmit((proof) => sending.send(() => onProof(proof)));

  return (
    <form method="post" noValidate onSubmit={submitForm} className="grid max-w-md gap-4">
      {asks === "code" ? null : (
        <PasswordField
          id="proof-password"
          label={t("secondFactor.password")}
          error={errors.password?.message}
          {...form.register("password")}
          autoComplete="current-password"
        />
      )}
      {asks === "password" ? null : (
        <CodeField id="proof-code" error={errors.code?.message} {...form.register("code")} />
      )}
      <FormProblem problem={sending.problem} />
      <FormButtons submit={submit} isBusy={isSubmitting} onCancel={onCancel} />
    </form>
  );
}
