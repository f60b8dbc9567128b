"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import type { Me } from "#features/identity/identity.contract.ts";
import { cleanName, NAME_MAX_CHARACTERS, TELEGRAM_CONTACT } from "#features/identity/identity.rules.ts";
import { showSaved, useMe, useSaveSettings } from "#features/identity/settings.client.ts";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";

type Values = { name: string; language: Locale; telegram: string; phone: string };

function valuesOf({ name, dynamicFields: { settings } }: Me): Values {
  const { language, telegram, phone } = settings;
  return { name, language, telegram: telegram ?? "", phone: phone ?? "" };
}

/** Name, language and contacts, saved together. */
export function ProfileForm({ initial }: { initial: Me }) {
  const t = useTranslations("identity.settings");
  const fields = useTranslations("identity.fields");
  const identity = useTranslations("identity");
  const me = useMe(initial);
  const save = useSaveSettings();
  const form = useForm<Values>({
    resolver: zodResolver(schema(identity)),
    values: valuesOf(me),
    resetOptions: { keepDirtyValues: true },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async (sent) => {
    const { name, language, telegram, phone } = sent;
    const saved = await save({ name, language, telegram: telegram || null, phone: phone || null });
    if (saved) showSaved(form, sent, valuesOf(saved));
  });

  return (
    <SettingsCard id="settings-profile" title={t("tabs.profile")}>
      <form method="post" noValidate onSubmit={send} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField
            id="name"
            label={fields("name")}
            error={errors.name?.message}
            {...form.register("name")}
            autoComplete="name"
          />
          <Field id="language" label={t("profile.language")} hint={t("profile.languageHint")}>
            <Select {...form.register("language")} {...describedBy("language", { hint: true })}>
              {locales.map((locale) => (
                <option key={locale} value={locale}>
                  {localeFacts[locale].name}
                </option>
              ))}
            </Select>
          </Field>
          <TextField
            id="telegram"
            label={t("profile.telegram")}
            hint={t("profile.telegramHint")}
            error={errors.telegram?.message}
            {...form.register("telegram")}
            autoComplete="off"
            maxLength={64}
          />
          <TextField
            id="phone"
            label={t("profile.phone")}
            hint={t("profile.phoneHint")}
            error={errors.phone?.message}
            {...form.register("phone")}
            type="tel"
            autoComplete="tel"
            placeholder="+14155552671"
            maxLength={40}
            className="tabular"
          />
        </div>
        <Button type="submit" tone="accent" busy={isSubmitting} className="w-full sm:w-fit">
          {t("save")}
        </Button>
      </form>
    </SettingsCard>
  );
}

function schema(t: (key: string, values?: Record<string, number>) => string) {
  return z.object({
    name: z.string().check(
      z.trim(),
      z.refine((text) => cleanName(text, "") !== "", t("validation.required")),
      z.maxLength(NAME_MAX_CHARACTERS, t("validation.maxCharacters", { max: NAME_MAX_CHARACTERS })),
    ),
    language: z.enum(locales),
    telegram: z.string().check(
      z.trim(),
      z.refine((text) => text === "" || TELEGRAM_CONTACT.test(text), t("settings.profile.telegramWrong")),
    ),
    phone: z.string().check(
      z.trim(),
      z.refine(async (text) => text === "" || (await isPhone(text)), t("settings.profile.phoneWrong")),
    ),
  });
}

/** The numbering plans come when somebody saves a number. */
async function isPhone(text: string): Promise<boolean> {
  const { parsePhone } = await import("#features/identity/phone.rules.ts");
  return parsePhone(text) !== null;
}
