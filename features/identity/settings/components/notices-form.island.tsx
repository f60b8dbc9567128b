"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import type { Me } from "#features/identity/identity.contract.ts";
import { showSaved, useMe, useSaveSettings } from "#features/identity/settings.client.ts";

type Values = { threshold: string; sound: boolean; info: boolean };

function valuesOf({ dynamicFields: { settings } }: Me): Values {
  return {
    threshold: settings.lower_balance_threshold ?? "",
    sound: settings.sound_on_code,
    info: settings.info_on_active_purchases,
  };
}

/** What the account's owner is told of, saved together. */
export function NoticesForm({ initial }: { initial: Me }) {
  const t = useTranslations("identity.settings");
  const me = useMe(initial);
  const save = useSaveSettings();
  const form = useForm<Values>({
    resolver: zodResolver(schema(t("profile.thresholdWrong"))),
    values: valuesOf(me),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async (sent) => {
    const { threshold, sound, info } = sent;
    const saved = await save({
      lower_balance_threshold: threshold === "" ? null : threshold.replace(",", "."),
      sound_on_code: sound,
      info_on_active_purchases: info,
    });
    if (saved) showSaved(form, sent, valuesOf(saved));
  });

  return (
    <SettingsCard id="settings-notices" title={t("notices")}>
      <form method="post" noValidate onSubmit={send} className="grid gap-5">
        <TextField
          id="threshold"
          label={t("profile.threshold")}
          hint={t("profile.thresholdHint")}
          error={errors.threshold?.message}
          {...form.register("threshold")}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t("profile.thresholdOff")}
          className="tabular sm:max-w-xs"
        />
        <div className="grid justify-items-start gap-2">
          <Switch {...form.register("sound")}>{t("profile.sound")}</Switch>
          <Switch {...form.register("info")}>{t("profile.info")}</Switch>
        </div>
        <Button type="submit" tone="accent" busy={isSubmitting} className="w-full sm:w-fit">
          {t("save")}
        </Button>
      </form>
    </SettingsCard>
  );
}

function schema(wrong: string) {
  return z.object({
    threshold: z.string().check(z.trim(), z.regex(/^(\d{1,9}([.,]\d{1,2})?)?$/, wrong)),
    sound: z.boolean(),
    info: z.boolean(),
  });
}
