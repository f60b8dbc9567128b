"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { NewPasswordFields } from "#features/identity/components/new-password-fields.tsx";
import { PasswordField } from "#features/identity/components/password-field.island.tsx";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { requiredField } from "#features/identity/form-fields.client.ts";
import { passkeysQuery } from "#features/identity/passkeys/passkeys.client.ts";
import { newPasswordField } from "#features/identity/passwords/passwords.client.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { sessionsQuery, showFailure } from "#features/identity/settings.client.ts";
import { socialQuery } from "#features/identity/social/social.client.ts";
import { api, toApiProblem } from "#lib/api/browser-client.ts";

type Values = {
  current: string;
  password: string;
  repeated: string;
  endKeys: boolean;
  endWebhooks: boolean;
  endPasskeysAndLinks: boolean;
};

const EMPTY: Values = {
  current: "",
  password: "",
  repeated: "",
  endKeys: false,
  endWebhooks: false,
  endPasskeysAndLinks: false,
};

const FIELD_OF_REFUSAL: Readonly<Record<string, keyof Values>> = {
  PASSWORD_WRONG: "current",
  PASSWORD_TOO_SHORT: "password",
  PASSWORD_TOO_COMMON: "password",
};

/** Changes the password; the other devices are signed out. */
export function PasswordForm() {
  const t = useTranslations("identity");
  const client = useQueryClient();
  const stepUp = useStepUp();
  const form = useForm<Values>({ resolver: zodResolver(schema(t)), defaultValues: EMPTY });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ current, password, repeated: _, ...ends }) => {
    try {
      await stepUp(() => api.put("users/password", { currentPassword: current, password, ...ends }));
    } catch (error) {
      const refused = toApiProblem(error);
      const field = FIELD_OF_REFUSAL[refused.code];
      if (field) form.setError(field, { message: refused.message }, { shouldFocus: true });
      else showFailure(error, { refused: t("settings.refused"), failed: t("settings.failed") });
      return;
    }
    form.reset(EMPTY);
    showToast({ type: "success", text: t("settings.saved"), detail: t("settings.password.done") });
    void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    if (ends.endKeys) void client.invalidateQueries({ queryKey: ["users", "api-keys"] });
    if (!ends.endPasskeysAndLinks) return;
    void client.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    void client.invalidateQueries({ queryKey: socialQuery.queryKey });
  });

  return (
    <SettingsCard
      id="settings-password"
      title={t("settings.password.title")}
      lead={t("settings.password.lead")}
    >
      <form method="post" noValidate onSubmit={send} className="grid max-w-md gap-5">
        <PasswordField
          id="current"
          label={t("settings.password.current")}
          error={errors.current?.message}
          {...form.register("current")}
          autoComplete="current-password"
        />
        <NewPasswordFields
          label={t("fields.newPassword")}
          password={form.register("password")}
          repeated={form.register("repeated")}
          errors={errors}
        />
        <fieldset className="grid gap-1">
          <legend className="mb-1 text-muted text-sm">{t("settings.password.alsoEnd")}</legend>
          <Checkbox {...form.register("endKeys")}>{t("settings.password.endKeys")}</Checkbox>
          <Checkbox {...form.register("endWebhooks")}>{t("settings.password.endWebhooks")}</Checkbox>
          <Checkbox {...form.register("endPasskeysAndLinks")}>
            {t("settings.password.endPasskeysAndLinks")}
          </Checkbox>
        </fieldset>
        <Button type="submit" busy={isSubmitting} className="w-full sm:w-fit">
          {t("settings.password.submit")}
        </Button>
      </form>
    </SettingsCard>
  );
}

function schema(t: (key: string, values?: Record<string, number>) => string) {
  const fields = z.object({
    current: requiredField(t),
    password: newPasswordField(t),
    repeated: requiredField(t),
    endKeys: z.boolean(),
    endWebhooks: z.boolean(),
    endPasskeysAndLinks: z.boolean(),
  });
  return fields.check(
    z.refine((values) => values.repeated === "" || values.password === values.repeated, {
      path: ["repeated"],
      message: t("validation.passwordsDoNotMatch"),
      when: () => true,
    }),
  );
}
