"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Input } from "#components/ui/input.tsx";
import { Select } from "#components/ui/select.tsx";
import type { Me } from "#features/identity/identity.contract.ts";
import { cleanName, NAME_MAX_CHARACTERS } from "#features/identity/identity.rules.ts";
import { SettingsCard } from "#features/identity/settings/components/settings-card.tsx";
import { useMe, useSaveSettings } from "#features/identity/settings/settings.client.ts";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";

type Values = { name: string; language: Locale };

function valuesOf({ name, dynamicFields: { settings } }: Me): Values {
  return { name, language: settings.language };
}

/** Name and language, saved together. */
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

  const send = form.handleSubmit(async ({ name, language }) => {
    const saved = await save({ name, language });
    if (saved) form.reset(valuesOf(saved));
  });

  return (
    <SettingsCard id="settings-profile" title={t("tabs.profile")}>
      <form method="post" noValidate onSubmit={send} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field id="name" label={fields("name")} error={errors.name?.message}>
            <Input
              {...form.register("name")}
              {...describedBy("name", { error: errors.name })}
              autoComplete="name"
            />
          </Field>
          <Field id="email" label={fields("email")}>
            <Input id="email" value={me.email} readOnly className="bg-sunken text-muted" />
          </Field>
          <Field id="language" label={t("profile.language")} hint={t("profile.languageHint")}>
            <Select {...form.register("language")} {...describedBy("language", { hint: true })}>
              {locales.map((locale) => (
                <option key={locale} value={locale}>
                  {localeFacts[locale].name}
                </option>
              ))}
            </Select>
          </Field>
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
    name: z
      .string()
      .trim()
      .refine((text) => cleanName(text, "") !== "", t("validation.required"))
      .max(NAME_MAX_CHARACTERS, t("validation.maxCharacters", { max: NAME_MAX_CHARACTERS })),
    language: z.enum(locales),
  });
}
