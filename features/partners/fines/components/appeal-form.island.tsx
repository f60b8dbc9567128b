"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { TextareaField } from "#components/ui/text-field.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useAppeal } from "#features/partners/fines/fines.client.ts";
import { fineLimits } from "#features/partners/fines.rules.ts";
import { toApiProblem } from "#lib/api/browser-client.ts";

/** The one appeal against a fine; `until` is the day, as it is shown. */
export function AppealForm({ fineId, until }: { fineId: number; until: string }) {
  const t = useTranslations("partners.fines");
  const ui = useTranslations("ui");
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const appeal = useAppeal(fineId);
  const hint = t("appealHint", { until });
  const error = appeal.error ? toApiProblem(appeal.error).message || ui("error") : undefined;
  if (!isOpen)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => setOpen(true)}>{t("appeal")}</Button>
        <p className="text-muted">{hint}</p>
      </div>
    );
  return (
    <form
      className="grid max-w-xl gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim().length < fineLimits.appealCharactersMin) return;
        appeal.mutate(text.trim(), {
          onSuccess: () => showToast({ type: "success", text: t("appealSent") }),
        });
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
