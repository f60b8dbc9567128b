"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { redeemCode } from "#features/payments/coupons/coupons.client.ts";
import type { CouponFacts } from "#features/payments/coupons/coupons.rules.ts";
import type { ReturnContext } from "#features/payments/payments.rules.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";
import { pageReturn } from "#lib/http/page-return.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** Codes that belong to the field; anything else stands above the button. */
const FIELD_CODES = ["COUPON_NOT_FOUND", "PAYMENT_CODE_INCORRECT"];

/** Takes a coupon's code and goes to the page that says what it brought. */
export function CouponForm({ context, facts }: { context: ReturnContext; facts: CouponFacts }) {
  const t = useTranslations("payments.coupon");
  const tUi = useTranslations("ui");
  const locale = localeFromTag(useLocale());
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const form = useForm({ defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ code }) => {
    setProblem(null);
    try {
      const { id } = await redeemCode(code.trim(), context);
      location.assign(localizedPath(locale, `/success-payment?payment=${id}`));
      // Busy until the next page is there.
      await pageReturn();
    } catch (error) {
      const refused = toApiProblem(error);
      if (!FIELD_CODES.includes(refused.code)) return setProblem(refused);
      form.setError("code", { message: refused.message }, { shouldFocus: true });
    }
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-6">
      <TextField
        id="code"
        label={t("code")}
        hint={t("hint")}
        error={errors.code?.message}
        aside={
          facts.shopUrl ? (
            <a
              href={facts.shopUrl}
              target="_blank"
              rel="noopener noreferrer"
              className="touch text-link text-sm hover:underline"
            >
              {t("shop")}
            </a>
          ) : null
        }
        {...form.register("code", { validate: (text) => text.trim() !== "" || tUi("required") })}
        autoComplete="off"
        // Capitals are made by the page's language: in Turkish an i of the code would show as İ.
        lang="en"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        placeholder="XXXX-XXXX-XXXX-XXXX"
        className="h-12 font-mono text-lg uppercase tracking-wide placeholder:tracking-wide md:text-lg"
      />
      <FormProblem problem={problem} />
      <div className="grid gap-2">
        <Button type="submit" tone="accent" size="lg" busy={isSubmitting} className="w-full">
          {t("submit")}
        </Button>
        <p className="text-center text-muted text-sm">{t("next")}</p>
      </div>
    </form>
  );
}
