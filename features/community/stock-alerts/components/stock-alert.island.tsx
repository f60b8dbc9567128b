"use client";

import { Bell } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { GuestEmail } from "#features/community/guest-email.island.tsx";
import { useOpenForm } from "#features/identity/captcha/open-form.client.ts";
import { GuestCaptcha } from "#features/identity/components/guest-captcha.tsx";
import { SentForm } from "#features/identity/components/sent-form.tsx";
import { UnsentForm } from "#features/identity/components/unsent-form.tsx";

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
  const [isSent, setSent] = useState(false);
  const form = useForm<Values>({ defaultValues: { email: "" } });
  const open = useOpenForm({ form, fieldOf: FIELD_OF, onSent: () => setSent(true) });
  if (isSent) {
    return <SentForm title={t("accepted")}>{t("acceptedHint", { what })}</SentForm>;
  }
  const ask = form.handleSubmit(({ email }) =>
    open.send(`stock-alert:${serviceId}:${countryId}`, "stock-alerts", {
      ...{ serviceId, countryId },
      ...(open.isGuest ? { email: email.trim() } : {}),
    }),
  );
  return (
    <form
      method="post"
      noValidate
      onSubmit={ask}
      onFocus={open.touch}
      aria-label={t("title", { what })}
      className="mx-auto grid w-full max-w-sm gap-3 text-left"
    >
      <GuestEmail id="stock-alert-email" label={t("email")} name="email" form={form} open={open} />
      <GuestCaptcha open={open} />
      <UnsentForm problem={open.problem} title={t("failed")} />
      <Button
        type="submit"
        tone="accent"
        icon={<Bell aria-hidden="true" className="size-4" />}
        busy={open.isSubmitting}
        disabled={!open.isKnown}
        className="w-full"
      >
        {t("ask")}
      </Button>
    </form>
  );
}
