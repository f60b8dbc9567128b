"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { EmailField } from "#components/ui/email-field.tsx";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";
import { FormButtons } from "#features/identity/components/form-buttons.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { OwnPassword } from "#features/identity/components/own-password.island.tsx";
import { emailField, requiredField } from "#features/identity/form-fields.client.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { useSending } from "#features/identity/sending.client.ts";
import { api } from "#lib/api/browser-client.ts";

type Values = { email: string; password: string };

const FIELD_OF_REFUSAL: Readonly<Record<string, keyof Values>> = {
  INVALID_EMAIL: "email",
  EMAIL_UNCHANGED: "email",
  PASSWORD_WRONG: "password",
};

type EmailWishStepProps = { hasPassword: boolean; onSent: (email: string) => void; onEnd: () => void };

/** The new address, with the proof that its owner asks. */
export function EmailWishStep({ hasPassword, onSent, onEnd }: EmailWishStepProps) {
  const t = useTranslations("identity");
  const stepUp = useStepUp();
  const frame = useFocusFirst<HTMLFormElement>();
  const form = useForm<Values>({
    resolver: zodResolver(schema(t)),
    defaultValues: { email: "", password: "" },
  });
  const sending = useSending({ form, fieldOf: FIELD_OF_REFUSAL });
  const { errors, isSubmitting } = form.formState;

  const submitForm = form.handleSubmit(({ email, password }) =>
    sending.send(async () => {
      await stepUp(() => api.post("users/email", { email, password }));
      onSent(email);
    }),
  );

  return (
    <form ref={frame} method="post" noValidate onSubmit={submitForm} className="grid max-w-md gap-5">
      <EmailField
        id="new-email"
        label={t("emailChange.newEmail")}
        error={errors.email?.message}
        {...form.register("email")}
      />
      <OwnPassword
        {...form.register("password")}
        id="email-password"
        hasPassword={hasPassword}
        error={errors.password?.message}
      />
      <FormProblem problem={sending.problem} />
      <FormButtons
        submit={t("emailChange.ask")}
        isBusy={isSubmitting}
        isOff={!hasPassword}
        onCancel={onEnd}
      />
    </form>
  );
}

function schema(t: (key: string) => string) {
  return z.object({ email: emailField(t), password: requiredField(t) });
}
