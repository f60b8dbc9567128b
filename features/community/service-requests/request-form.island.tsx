"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import { TextareaField, TextField } from "#components/ui/text-field.tsx";
import { useFocusBack } from "#components/ui/use-focus-back.ts";
import { countriesQuery } from "#features/catalogue/catalogue.client.ts";
import { findCountryNamed } from "#features/catalogue/catalogue.rules.ts";
import { GuestEmail } from "#features/community/guest-email.island.tsx";
import { serviceRequestLimits, siteOf } from "#features/community/service-requests/service-requests.rules.ts";
import { useOpenForm } from "#features/identity/captcha/open-form.client.ts";
import { OpenFormFrame } from "#features/identity/components/open-form-frame.tsx";
import { SentForm } from "#features/identity/components/sent-form.tsx";
import { useDeadEnd } from "#features/pricing/dead-end.island.tsx";
import { parseRoubles } from "#lib/money/kopecks.ts";

type Values = { website: string; smsText: string; country: string; price: string; email: string };

/** Which field the API's refusal belongs to; the others stand above the button. */
const FIELD_OF: Readonly<Record<string, keyof Values>> = {
  WEBSITE_INCORRECT: "website",
  COUNTRY_NOT_FOUND: "country",
  EMAIL_MISSING: "email",
  INVALID_EMAIL: "email",
};

/** Roubles as they were typed ("50", "49,90") in kopecks; null = none, undefined = no amount. */
function typedPrice(text: string): number | null | undefined {
  const plain = text.replace(/\s/g, "").replace(",", ".");
  if (plain === "") return null;
  const amount = parseRoubles(plain);
  return amount !== null && amount > 0 && amount <= serviceRequestLimits.priceKopecks ? amount : undefined;
}

/** Asks for a service or country that is not sold, where a list led nowhere or on a page of its own. */
export function RequestForm({ isPage = false }: { isPage?: boolean }) {
  const t = useTranslations("community.request");
  const { search } = useDeadEnd();
  const [isSent, setSent] = useState(false);
  const frame = useFocusBack<HTMLDivElement>(!isSent);
  return (
    <div ref={frame}>
      {isSent ? (
        <SentForm title={t("accepted")}>
          <p>{t("acceptedHint")}</p>
          <Button size="sm" className="mt-2" onClick={() => setSent(false)}>
            {t("another")}
          </Button>
        </SentForm>
      ) : (
        // Another search is about another country: what the form suggests follows it.
        <Fields key={search} isPage={isPage} onSent={() => setSent(true)} />
      )}
    </div>
  );
}

type FieldsProps = {
  /** The page itself says what the form is for. */
  isPage: boolean;
  onSent: () => void;
};

function Fields({ isPage, onSent }: FieldsProps) {
  const t = useTranslations("community.request");
  const ui = useTranslations("ui");
  const { serviceId, search } = useDeadEnd();
  const countries = useQuery(countriesQuery);
  const form = useForm<Values>({
    values: {
      ...{ website: "", smsText: "", price: "", email: "" },
      country: String(findCountryNamed(countries.data ?? [], search)?.external_id ?? ""),
    },
    resetOptions: { keepDirtyValues: true },
  });
  // The captcha's work begins with the first field, not with every search that finds nothing.
  const open = useOpenForm({ form, fieldOf: FIELD_OF, onSent });
  const { errors } = form.formState;
  const required = (text: string) => text.trim() !== "" || ui("required");

  const send = form.handleSubmit(async ({ website, smsText, country, price, email }) => {
    const asked = {
      ...{
        website: website.trim(),
        smsText: smsText.trim(),
        serviceId,
        priceKopecks: typedPrice(price) ?? null,
      },
      countryId: country === "" ? null : Number(country),
      ...(open.isGuest ? { email: email.trim() } : {}),
    };
    await open.send("service-request", "service-requests", asked);
  });

  return (
    <OpenFormFrame
      open={open}
      onSubmit={send}
      failed={t("failed")}
      submit={t("submit")}
      aria-label={t("title")}
      className="text-left"
    >
      {isPage ? null : (
        <div className="grid gap-1">
          <h2 className="font-semibold text-lg">{t("title")}</h2>
          <p className="text-muted text-sm">{t("lead")}</p>
        </div>
      )}
      <TextField
        id="request-website"
        label={t("website")}
        hint={t("websiteHint")}
        error={errors.website?.message}
        {...form.register("website", {
          validate: { required, site: (text) => siteOf(text) !== null || t("wrongWebsite") },
        })}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={serviceRequestLimits.websiteCharacters}
      />
      <TextareaField
        id="request-sms"
        label={t("smsText")}
        hint={t("smsHint")}
        error={errors.smsText?.message}
        {...form.register("smsText", { validate: required })}
        maxLength={serviceRequestLimits.smsCharacters}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field id="request-country" label={t("country")} error={errors.country?.message}>
          <Select
            {...form.register("country")}
            {...describedBy("request-country", { error: errors.country })}
          >
            <option value="">{t("anyCountry")}</option>
            {countries.data?.map(({ external_id, name }) => (
              <option key={external_id} value={external_id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <TextField
          id="request-price"
          label={t("price")}
          hint={t("priceHint")}
          error={errors.price?.message}
          {...form.register("price", {
            validate: (text) => typedPrice(text) !== undefined || t("wrongPrice"),
          })}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          className="tabular"
        />
      </div>
      <GuestEmail id="request-email" label={t("email")} name="email" form={form} open={open} />
    </OpenFormFrame>
  );
}
