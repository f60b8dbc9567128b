"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { settingsOf, useSaveChat } from "#features/notifications/telegram/telegram.client.ts";
import type { TelegramState } from "#features/notifications/telegram/telegram.contract.ts";
import { decimalRoubles, kopecks, parseRoubles } from "#lib/money/kopecks.ts";

type Values = { dayCap: string; confirmAbove: string };

/** Kopecks as they are typed: whole roubles without decimals. */
const typed = (amount: number) => decimalRoubles(kopecks(amount)).replace(/\.00$/, "").replace(".", ",");
const readTyped = (text: string) => parseRoubles(text.replaceAll(/\s/g, "").replace(",", ".")) ?? kopecks(0);

/** What may be spent in the chat, and above which price it is asked once more. */
export function SpendingForm({ state }: { state: TelegramState }) {
  const t = useTranslations("notifications.bot.card");
  const saving = useSaveChat();
  const form = useForm<Values>({
    resolver: zodResolver(schema(t("amountWrong"))),
    values: { dayCap: typed(state.dayCapKopecks), confirmAbove: typed(state.confirmAboveKopecks) },
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ dayCap, confirmAbove }) => {
    const amounts = { dayCapKopecks: readTyped(dayCap), confirmAboveKopecks: readTyped(confirmAbove) };
    // A refusal is told by the hook.
    await saving.mutateAsync({ ...settingsOf(state), ...amounts }).catch(() => undefined);
  });
  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <h3 className="font-semibold text-sm">{t("spending")}</h3>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          id="telegram-day-cap"
          label={t("dayCap")}
          hint={t("dayCapHint")}
          error={errors.dayCap?.message}
          {...form.register("dayCap")}
          inputMode="decimal"
          autoComplete="off"
          className="tabular"
        />
        <TextField
          id="telegram-confirm"
          label={t("confirmAbove")}
          hint={t("confirmHint")}
          error={errors.confirmAbove?.message}
          {...form.register("confirmAbove")}
          inputMode="decimal"
          autoComplete="off"
          className="tabular"
        />
      </div>
      <Button type="submit" tone="plain" busy={isSubmitting} className="w-full sm:w-fit">
        {t("save")}
      </Button>
    </form>
  );
}

function schema(wrong: string) {
  const amount = z.string().check(z.trim(), z.regex(/^\d{1,6}([.,]\d{1,2})?$/, wrong));
  return z.object({ dayCap: amount, confirmAbove: amount });
}
