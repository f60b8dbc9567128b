import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/input.tsx";
import { feedbackLimits } from "#features/community/feedback/feedback.rules.ts";

/** What a message must be like, in the words of the language. */
export function useMessageRules() {
  const ui = useTranslations("ui");
  const { messageMin } = feedbackLimits;
  return {
    required: (text: string) => text.trim() !== "" || ui("required"),
    long: (text: string) => text.trim().length >= messageMin || ui("minLength", { count: messageMin }),
  };
}

type MessageFieldProps = ComponentProps<"textarea"> & { id: string; error: string | undefined };

/** Where a message to support is written. */
export function MessageField({ id, error, ...rest }: MessageFieldProps) {
  const t = useTranslations("community.feedback");
  return (
    <Field id={id} label={t("message")} hint={t("messageHint")} error={error}>
      <Textarea
        {...rest}
        {...describedBy(id, { error, hint: true })}
        rows={7}
        maxLength={feedbackLimits.messageCharacters}
      />
    </Field>
  );
}
