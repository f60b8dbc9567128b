import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { TextareaField } from "#components/ui/text-field.tsx";
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
    <TextareaField
      id={id}
      label={t("message")}
      hint={t("messageHint")}
      error={error}
      {...rest}
      rows={7}
      maxLength={feedbackLimits.messageCharacters}
    />
  );
}
