"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useForm } from "react-hook-form";
import { EmailField } from "#components/ui/email-field.tsx";
import { TextareaField, TextField } from "#components/ui/text-field.tsx";
import { useOpenForm } from "#features/identity/captcha/open-form.client.ts";
import { OpenFormFrame } from "#features/identity/components/open-form-frame.tsx";
import { SentForm } from "#features/identity/components/sent-form.tsx";
import {
  applicationLimits,
  simCountriesOf,
} from "#features/partners/partner-applications/partner-applications.rules.ts";
import { useVisitor } from "#features/site/visitor.client.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";
import { isEmail } from "#lib/mail/address.ts";

type Values = {
  contact: string;
  simCountries: string;
  modems: string;
  ports: string;
  about: string;
  email: string;
};

/** Which field the API's refusal belongs to; the others stand above the button. */
const FIELD_OF: Readonly<Record<string, keyof Values>> = {
  PARTNER_COUNTRIES_INCORRECT: "simCountries",
  PARTNER_PORTS_TOO_FEW: "ports",
  INVALID_EMAIL: "email",
};

/** The API said no; everything else is a fault, on the way or behind it. */
function isRefusal({ status }: ApiProblem): boolean {
  return status >= 400 && status < 500;
}

function isEnough(ports: string): boolean {
  if (!/^\d{1,6}$/.test(ports.trim())) return false;
  const count = Number(ports);
  return count >= applicationLimits.portsMin && count <= applicationLimits.portsMax;
}

/** Applies as a partner who supplies numbers from SIM modems. */
export function ApplicationForm() {
  const t = useTranslations("partners.application");
  const [isSent, setSent] = useState(false);
  if (isSent) {
    return (
      <SentForm title={t("sent")}>
        <p>{t("sentHint")}</p>
      </SentForm>
    );
  }
  return <Fields onSent={() => setSent(true)} />;
}

function Fields({ onSent }: { onSent: () => void }) {
  const t = useTranslations("partners.application");
  const ui = useTranslations("ui");
  const id = useId();
  const { visitor } = useVisitor();
  const form = useForm<Values>({
    values: { contact: "", simCountries: "", modems: "", ports: "", about: "", email: visitor?.email ?? "" },
    resetOptions: { keepDirtyValues: true },
  });
  const open = useOpenForm({ form, fieldOf: FIELD_OF, onSent });
  const { errors } = form.formState;
  const required = (text: string) => text.trim() !== "" || ui("required");
  const idOf = (field: keyof Values) => `${id}-${field}`;

  const send = form.handleSubmit(async ({ email, ports, ...texts }) => {
    const asked = { ...texts, ports: Number(ports), ...(open.isGuest ? { email: email.trim() } : {}) };
    await open.send("partner-application", "partner-applications", asked);
  });

  return (
    <OpenFormFrame
      open={open}
      onSubmit={send}
      failed={t(open.problem && isRefusal(open.problem) ? "notSent" : "failed")}
      submit={t("submit")}
      aria-label={t("title")}
    >
      <TextField
        id={idOf("contact")}
        label={t("contact")}
        hint={t("contactHint")}
        error={errors.contact?.message}
        {...form.register("contact", { validate: required })}
        autoComplete="off"
        maxLength={applicationLimits.contactCharacters}
      />
      <TextField
        id={idOf("simCountries")}
        label={t("simCountries")}
        hint={t("simCountriesHint")}
        error={errors.simCountries?.message}
        {...form.register("simCountries", {
          validate: { required, list: (text) => simCountriesOf(text) !== null || t("wrongCountries") },
        })}
        autoComplete="off"
        maxLength={applicationLimits.countriesCharacters}
      />
      <TextField
        id={idOf("modems")}
        label={t("modems")}
        hint={t("modemsHint")}
        error={errors.modems?.message}
        {...form.register("modems", { validate: required })}
        autoComplete="off"
        maxLength={applicationLimits.modemsCharacters}
      />
      <TextField
        id={idOf("ports")}
        label={t("ports")}
        hint={t("portsHint", { min: applicationLimits.portsMin })}
        error={errors.ports?.message}
        {...form.register("ports", {
          validate: {
            required,
            enough: (text) => isEnough(text) || t("wrongPorts", { min: applicationLimits.portsMin }),
          },
        })}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        className="tabular"
      />
      <TextareaField
        id={idOf("about")}
        label={t("about")}
        hint={t("aboutHint")}
        error={errors.about?.message}
        {...form.register("about", { validate: required })}
        maxLength={applicationLimits.aboutCharacters}
      />
      <EmailField
        id={idOf("email")}
        label={t("email")}
        hint={t(visitor ? "emailOwn" : "emailHint")}
        error={errors.email?.message}
        {...form.register("email", {
          validate: { required, email: (text) => isEmail(text) || ui("invalidEmail") },
        })}
        readOnly={Boolean(visitor)}
      />
    </OpenFormFrame>
  );
}
