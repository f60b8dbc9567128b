"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type UseFormReturn, useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useCaptcha } from "#features/identity/captcha/captcha.client.ts";
import { Agreement } from "#features/identity/components/agreement.tsx";
import { CaptchaBox } from "#features/identity/components/captcha-box.island.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { MailSent } from "#features/identity/components/mail-sent.island.tsx";
import { NewPasswordFields } from "#features/identity/components/new-password-fields.tsx";
import { ResendLink } from "#features/identity/components/resend-link.island.tsx";
import { newPasswordField } from "#features/identity/passwords/passwords.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";
import { isEmail } from "#lib/mail/address.ts";

type Values = {
  email: string;
  name: string;
  password: string;
  repeated: string;
  agreePrivacy: boolean;
  agreeOffer: boolean;
};
type Translate = (key: string, values?: Record<string, number>) => string;

const EMPTY: Values = {
  email: "",
  name: "",
  password: "",
  repeated: "",
  agreePrivacy: false,
  agreeOffer: false,
};

type RegistrationFormProps = {
  /** Where the newcomer was, without a language: kept with the registration, so that the mailed link leads back too. */
  returnPath: string | null;
  /** Leads to the demo's mailbox. */
  mailbox: string | null;
};

/** Registers; afterwards it says where the link went. */
export function RegistrationForm({ returnPath, mailbox }: RegistrationFormProps) {
  const t = useTranslations("identity");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const captcha = useCaptcha(sentTo === null, "registration");
  const form = useForm<Values>({ resolver: zodResolver(schema(t)), defaultValues: EMPTY });

  const send = form.handleSubmit(async ({ repeated: _repeated, ...values }) => {
    setProblem(null);
    const answer = await captcha.take();
    if (answer === null) return captcha.ask();
    try {
      await api.post("auth/registration", {
        ...values,
        ...(returnPath ? { returnPath } : {}),
        captcha: answer,
      });
      setSentTo(values.email);
    } catch (error) {
      const refused = toApiProblem(error);
      captcha.onRefused(refused);
      placeProblem(refused, form, setProblem);
    }
  });

  if (sentTo !== null) {
    return (
      <div className="grid gap-6">
        <MailSent title={t("registration.sentTitle")} mailbox={mailbox}>
          <p className="break-words">{t("registration.sentBody", { email: sentTo })}</p>
        </MailSent>
        <div className="border-line border-t pt-4">
          <p className="text-muted text-sm">{t("registration.nothingCame")}</p>
          <ResendLink email={sentTo} />
        </div>
      </div>
    );
  }
  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      {returnPath ? <Notice>{t("registration.goback")}</Notice> : null}
      <Fields form={form} />
      <CaptchaBox captcha={captcha} />
      <FormProblem problem={problem} />
      <Button type="submit" tone="accent" size="lg" busy={form.formState.isSubmitting} className="w-full">
        {t("registration.submit")}
      </Button>
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

function Fields({ form }: { form: UseFormReturn<Values> }) {
  const t = useTranslations("identity.fields");
  const { errors } = form.formState;
  return (
    <>
      <Field id="email" label={t("email")} hint={t("emailHint")} error={errors.email?.message}>
        <Input
          {...form.register("email")}
          {...describedBy("email", { hint: true, error: errors.email })}
          type="email"
          inputMode="email"
          autoComplete="email"
        />
      </Field>
      <Field id="name" label={t("name")} hint={t("nameHint")} error={errors.name?.message}>
        <Input
          {...form.register("name")}
          {...describedBy("name", { hint: true, error: errors.name })}
          autoComplete="name"
        />
      </Field>
      <NewPasswordFields
        label={t("password")}
        password={form.register("password")}
        repeated={form.register("repeated")}
        errors={errors}
      />
      <div className="grid gap-1">
        <Agreement
          name="agreePrivacy"
          href="/privacy-policy"
          error={errors.agreePrivacy?.message}
          field={form.register("agreePrivacy")}
        />
        <Agreement
          name="agreeOffer"
          href="/public-offer"
          error={errors.agreeOffer?.message}
          field={form.register("agreeOffer")}
        />
      </div>
    </>
  );
}

function schema(t: Translate) {
  const required = t("validation.required");
  const agreement = z.boolean().refine(Boolean, t("validation.agreementNeeded"));
  return z
    .object({
      email: z
        .string()
        .trim()
        .min(1, required)
        .refine((text) => text === "" || isEmail(text), t("validation.invalidEmail")),
      name: z
        .string()
        .trim()
        .max(80, t("validation.maxCharacters", { max: 80 })),
      password: newPasswordField(t),
      repeated: z.string().min(1, required),
      agreePrivacy: agreement,
      agreeOffer: agreement,
    })
    .refine((values) => values.repeated === "" || values.password === values.repeated, {
      path: ["repeated"],
      message: t("validation.passwordsDoNotMatch"),
      when: () => true,
    });
}
