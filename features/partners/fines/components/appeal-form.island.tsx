"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextareaField } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useAppeal } from "#features/partners/fines/fines.client.ts";
import { fineLimits } from "#features/partners/fines.rules.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

type AppealFormProps = {
  fineId: number;
  /** The day, as it is shown. */
  until: string;
  isOpen: boolean;
  onOpen: () => void;
  onSent: () => void;
};

/** The one appeal against a fine. */
export function AppealForm({ fineId, until, isOpen, onOpen, onSent }: AppealFormProps) {
  const t = useTranslations("partners.fines");
  const ui = useTranslations("ui");
  const id = useId();
  const [text, setText] = useState("");
  const appeal = useAppeal(fineId);
  const hint = t("appealHint", { until });
  const error = appeal.error ? toApiProblem(appeal.error).message || ui("error") : undefined;
  const send = async () => {
    if (text.trim().length < fineLimits.appealCharactersMin) return;
    // Not by the call's own callback: the list is read again before, and this form has gone with it by then.
    const isSent = await appeal.mutateAsync(text.trim()).then(
      () => true,
      () => false,
    );
    if (!isSent) return;
    showToast({ type: "success", text: t("appealSent") });
    onSent();
  };
  if (!isOpen)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button data-focus-back onClick={onOpen}>
          {t("appeal")}
        </Button>
        <p className="text-muted">{hint}</p>
      </div>
    );
  return (
    <form
      className="grid max-w-xl gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextareaField
        id={id}
        label={t("appealText")}
        hint={hint}
        error={error}
        rows={4}
        required
        maxLength={fineLimits.appealCharacters}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" tone="accent" className="w-fit" busy={appeal.isPending}>
        {t("appealSend")}
      </Button>
    </form>
  );
}
