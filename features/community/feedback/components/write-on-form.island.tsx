"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useForm } from "react-hook-form";
import { MessageField, useMessageRules } from "#features/community/feedback/components/message-field.tsx";
import { FormEnd } from "#features/identity/components/form-end.tsx";
import { useSending } from "#features/identity/sending.client.ts";
import { api } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";

type Values = { message: string };

const FIELD_OF: Readonly<Record<string, keyof Values>> = { TOO_MANY_LINKS: "message" };

type WriteOnFormProps = {
  /** The ticket and what lets one write on in it, as a mail's link tells them. */
  ticket: { readonly number: number; readonly token: string };
  onSent: () => void;
};

/** Writes on in a ticket. */
export function WriteOnForm({ ticket, onSent }: WriteOnFormProps) {
  const t = useTranslations("community.feedback");
  const id = useId();
  const form = useForm<Values>({ defaultValues: { message: "" } });
  const sending = useSending({ form, fieldOf: FIELD_OF });
  const messageRules = useMessageRules();
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(({ message }) =>
    sending.send(async () => {
      const asked = { ...ticket, message: message.trim() };
      await callOnce(`feedback:${ticket.number}`, asked, (headers) =>
        api.post("feedback/messages", asked, { headers }),
      );
      onSent();
    }),
  );

  return (
    <form method="post" noValidate onSubmit={send} aria-label={t("title")} className="grid gap-4">
      <h2 className="font-semibold text-lg">{t("ticket", { number: String(ticket.number) })}</h2>
      <MessageField
        id={`${id}-message`}
        error={errors.message?.message}
        {...form.register("message", { validate: messageRules })}
      />
      <FormEnd
        problem={sending.problem}
        failed={t("failed")}
        submit={t("submit")}
        isSubmitting={isSubmitting}
        isKnown
      />
    </form>
  );
}
