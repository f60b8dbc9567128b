"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { Controller, useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextareaField, TextField } from "#components/ui/text-field.tsx";
import type { ApiKeyView } from "#features/identity/api-keys/api-keys.contract.ts";
import { keyLimits, typesNames } from "#features/identity/api-keys/api-keys.rules.ts";
import { OwnPassword } from "#features/identity/components/own-password.island.tsx";
import { CountryChoice, ServiceChoice } from "#features/keys-card/components/goods-choice.island.tsx";
import {
  asksPassword,
  dayText,
  type KeyTexts,
  type KeyValues,
  keySchema,
  valuesOf,
} from "#features/keys-card/keys-card.rules.ts";
import { keyScopes } from "#lib/api/actor.ts";
import type { ApiProblem } from "#lib/api/browser-client.ts";
import { now } from "#lib/clock.ts";

type KeyFormProps = {
  /** The key that is changed; null makes one. */
  apiKey: ApiKeyView | null;
  hasPassword: boolean;
  /** Answers the refusal, or null when it is done. */
  onSend: (values: KeyValues) => Promise<ApiProblem | null>;
  onClose: () => void;
};

/** Which field a refusal of the API is about. */
const FIELD_OF: Readonly<Record<string, "networks" | "lastDay" | "password">> = {
  NETWORK_INVALID: "networks",
  KEY_EXPIRES_IN_PAST: "lastDay",
  PASSWORD_WRONG: "password",
};

/** What a key may do, in a window: for a new one and for one that is there. */
export default function KeyForm({ apiKey, hasPassword, onSend, onClose }: KeyFormProps) {
  const t = useTranslations("buyerApi.keys.form");
  const scopes = useTranslations("buyerApi.keys.scopes");
  const spellings = useTranslations("buyerApi.keys.spellings");
  const required = useTranslations("identity.validation");
  const ui = useTranslations("ui");
  const form = useForm<KeyValues>({
    resolver: zodResolver(keySchema(textsOf(t), dayText(now()))),
    defaultValues: valuesOf(apiKey),
  });
  const { errors, isSubmitting } = form.formState;

  const isProofAsked = asksPassword({ kind: form.watch("kind"), scopes: form.watch("scopes") }, apiKey);
  const send = form.handleSubmit(async (values) => {
    if (isProofAsked && values.password === "")
      return form.setError("password", { message: required("required") }, { shouldFocus: true });
    const problem = await onSend(values);
    const field = FIELD_OF[problem?.code ?? ""];
    if (problem && field) form.setError(field, { message: problem.message }, { shouldFocus: true });
  });

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(apiKey ? "changeTitle" : "makeTitle")}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" form="key-form" tone="accent" busy={isSubmitting}>
            {t(apiKey ? "save" : "make")}
          </Button>
        </>
      }
    >
      <form id="key-form" method="post" noValidate onSubmit={send} className="grid gap-5">
        <TextField
          id="key-name"
          label={t("name")}
          error={errors.name?.message}
          {...form.register("name")}
          maxLength={keyLimits.nameCharacters}
          placeholder={t("namePlaceholder")}
          autoComplete="off"
        />
        {apiKey ? null : (
          <Field id="key-kind" label={t("kind")} hint={t("kindHint")}>
            <Select {...form.register("kind")} {...describedBy("key-kind", { hint: true })}>
              <option value="live">{t("kindLive")}</option>
              <option value="sandbox">{t("kindSandbox")}</option>
            </Select>
          </Field>
        )}
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-medium text-sm">{t("scopes")}</legend>
          {keyScopes.map((scope) => (
            <Checkbox key={scope} value={scope} {...form.register("scopes")}>
              {scopes(scope)}
            </Checkbox>
          ))}
          {errors.scopes ? (
            <p role="alert" className="font-medium text-bad text-sm">
              {errors.scopes.message}
            </p>
          ) : null}
        </fieldset>
        <div className="grid gap-5 sm:grid-cols-2">
          {(["dailyLimit", "priceCap"] as const).map((name) => (
            <TextField
              key={name}
              id={`key-${name}`}
              label={t(name)}
              hint={t("empty")}
              error={errors[name]?.message}
              {...form.register(name)}
              inputMode="decimal"
              autoComplete="off"
              className="tabular"
            />
          ))}
        </div>
        <Controller
          control={form.control}
          name="serviceIds"
          render={({ field }) => <ServiceChoice ids={field.value} onChange={field.onChange} />}
        />
        <Controller
          control={form.control}
          name="countryIds"
          render={({ field }) => <CountryChoice ids={field.value} onChange={field.onChange} />}
        />
        <TextareaField
          id="key-networks"
          label={t("networks")}
          hint={t("networksHint")}
          error={errors.networks?.message}
          {...form.register("networks")}
          rows={2}
          placeholder="203.0.113.7"
          autoComplete="off"
          spellCheck={false}
          className="min-h-16 font-mono"
        />
        <Field id="key-types" label={t("types")} hint={t("typesHint")}>
          <Select {...form.register("types")} {...describedBy("key-types", { hint: true })}>
            {typesNames.map((name) => (
              <option key={name} value={name}>
                {spellings(name)}
              </option>
            ))}
          </Select>
        </Field>
        <TextField
          id="key-lastDay"
          label={t("lastDay")}
          hint={t("lastDayHint")}
          error={errors.lastDay?.message}
          type="date"
          {...form.register("lastDay")}
          className="w-fit"
        />
        {isProofAsked ? (
          <OwnPassword
            {...form.register("password")}
            id="key-password"
            hasPassword={hasPassword}
            error={errors.password?.message}
          />
        ) : null}
      </form>
    </Dialog>
  );
}

const REFUSALS = ["nameNeeded", "scopeNeeded", "amountWrong", "networksWrong", "lastDayWrong"] as const;

function textsOf(t: (key: (typeof REFUSALS)[number]) => string): KeyTexts {
  return Object.fromEntries(REFUSALS.map((name) => [name, t(name)])) as KeyTexts;
}
