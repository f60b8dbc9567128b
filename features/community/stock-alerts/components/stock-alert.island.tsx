"use client";

import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useOpenForm } from "#features/identity/captcha/open-form.client.ts";
import { CaptchaBox } from "#features/identity/components/captcha-box.island.tsx";
import { UnsentForm } from "#features/identity/components/unsent-form.tsx";
import { isEmail } from "#lib/mail/address.ts";

type Values = { email: string };

const FIELD_OF: Readonly<Record<string, keyof Values>> = { EMAIL_MISSING: "email", INVALID_EMAIL: "email" };

export type StockAlertProps = {
  /** Ids in the catalogue; at least one is given, null = any. */
  serviceId: number | null;
  countryId: number | null;
  /** What there will be numbers of: "Telegram, Chile". */
  what: string;
};

/** "Tell me when numbers are back": one press for who is signed in; a guest says where to write to. */
export function StockAlert({ serviceId, countryId, what }: StockAlertProps) {
  const t = useTranslations("community.stockAlert");
  const tForm = useTranslations("identity.validation");
  const ui = useTranslations("ui");
  const [isSent, setSent] = useState(false);
  const form = useForm<Values>({ defaultValues: { email: "" } });
  const { isKnown, isGuest, isTouched, touch, captcha, problem, send } = useOpenForm({
    form,
    fieldOf: FIELD_OF,
    onSent: () => setSent(true),
  });
  const { errors, isSubmitting } = form.formState;
  if (isSent) {
    return (
      <Notice tone="good" live title={t("accepted")}>
        {t("acceptedHint", { what })}
      </Notice>
    );
  }
  const ask = form.handleSubmit(({ email }) =>
    send(`stock-alert:${serviceId}:${countryId}`, "stock-alerts", {
      ...{ serviceId, countryId },
      ...(isGuest ? { email: email.trim() } : {}),
    }),
  );
  const isAsked = (text: string) => text.trim() !== "" || ui("required");
  return (
    <form
      method="post"
      noValidate
      onSubmit={ask}
      onFocus={touch}
      aria-label={t("title", { what })}
      className="mx-auto grid w-full max-w-sm gap-3 text-left"
    >
      {isGuest ? (
        <>
          <Field id="stock-alert-email" label={t("email")} error={errors.email?.message}>
            <Input
              {...form.register("email", {
                validate: { isAsked, isEmail: (text) => isEmail(text) || tForm("invalidEmail") },
              })}
              {...describedBy("stock-alert-email", { error: errors.email })}
              type="email"
              inputMode="email"
              autoComplete="email"
            />
          </Field>
          {isTouched ? <CaptchaBox captcha={captcha} /> : null}
        </>
      ) : null}
      <UnsentForm problem={problem} title={t("failed")} />
      <Button
        type="submit"
        tone="accent"
        icon={<Bell aria-hidden="true" className="size-4" />}
        busy={isSubmitting}
        disabled={!isKnown}
        className="w-full"
      >
        {t("ask")}
      </Button>
    </form>
  );
}
