"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useState } from "react";
import { useForm } from "react-hook-form";
import { EmailField } from "#components/ui/email-field.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { MessageField, useMessageRules } from "#features/community/feedback/components/message-field.tsx";
import { WriteOnForm } from "#features/community/feedback/components/write-on-form.island.tsx";
import { feedbackLimits, readReplyFragment } from "#features/community/feedback/feedback.rules.ts";
import { useOpenForm } from "#features/identity/captcha/open-form.client.ts";
import { OpenFormFrame } from "#features/identity/components/open-form-frame.tsx";
import { SentForm } from "#features/identity/components/sent-form.tsx";
import { useVisitor } from "#features/site/visitor.client.ts";
import { isEmail } from "#lib/mail/address.ts";

type Values = { name: string; email: string; message: string };

/** Which field the API's refusal belongs to; the others stand above the button. */
const FIELD_OF: Readonly<Record<string, keyof Values>> = {
  EMAIL_MISSING: "email",
  INVALID_EMAIL: "email",
  TOO_MANY_LINKS: "message",
  TEXT_REPEATED: "message",
};

/** Writes to support: a new ticket, or on in one whose mail has led here. */
export function FeedbackForm() {
  const t = useTranslations("community.feedback");
  const [ticket, setTicket] = useState<ReturnType<typeof readReplyFragment>>(null);
  const [sent, setSent] = useState<number | null>(null);
  useEffect(() => {
    const read = () => {
      const named = readReplyFragment(location.hash);
      // The link that skips to the content changes the fragment, too.
      if (!named && location.hash !== "") return;
      setTicket(named);
      setSent(null);
    };
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  if (sent !== null) {
    return (
      <SentForm title={t("accepted")}>
        <p>{t("acceptedHint", { number: String(sent) })}</p>
      </SentForm>
    );
  }
  if (ticket)
    return <WriteOnForm key={ticket.number} ticket={ticket} onSent={() => setSent(ticket.number)} />;
  return <NewTicket onSent={setSent} />;
}

function NewTicket({ onSent }: { onSent: (number: number) => void }) {
  const t = useTranslations("community.feedback");
  const ui = useTranslations("ui");
  const id = useId();
  const { visitor } = useVisitor();
  const form = useForm<Values>({
    values: { name: visitor?.name ?? "", email: visitor?.email ?? "", message: "" },
    resetOptions: { keepDirtyValues: true },
  });
  const open = useOpenForm({
    form,
    fieldOf: FIELD_OF,
    onSent: ({ number }: { number: number }) => onSent(number),
  });
  const messageRules = useMessageRules();
  const { errors } = form.formState;
  const required = (text: string) => text.trim() !== "" || ui("required");

  const send = form.handleSubmit(async ({ name, email, message }) => {
    const written = { name: name.trim(), message: message.trim() };
    const asked = open.isGuest ? { ...written, email: email.trim() } : written;
    await open.send("feedback", "feedback", asked);
  });

  return (
    <OpenFormFrame
      open={open}
      onSubmit={send}
      failed={t("failed")}
      submit={t("submit")}
      aria-label={t("title")}
    >
      <TextField
        id={`${id}-name`}
        label={t("name")}
        error={errors.name?.message}
        {...form.register("name", { validate: required })}
        autoComplete="name"
        maxLength={feedbackLimits.nameCharacters}
      />
      <EmailField
        id={`${id}-email`}
        label={t("email")}
        hint={visitor ? t("emailOwn") : undefined}
        error={errors.email?.message}
        {...form.register("email", {
          validate: { required, email: (text) => isEmail(text) || ui("invalidEmail") },
        })}
        readOnly={Boolean(visitor)}
      />
      <MessageField
        id={`${id}-message`}
        error={errors.message?.message}
        {...form.register("message", { validate: messageRules })}
      />
    </OpenFormFrame>
  );
}
