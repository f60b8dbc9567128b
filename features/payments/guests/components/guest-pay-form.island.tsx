"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { EmailField } from "#components/ui/email-field.tsx";
import { useCaptcha } from "#features/identity/captcha/captcha.client.ts";
import { Agreement } from "#features/identity/components/agreement.tsx";
import { CaptchaBox } from "#features/identity/components/captcha-box.island.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { amountText, readAmount, shortRubles } from "#features/payments/components/amount-words.tsx";
import { startGuestPayment } from "#features/payments/guests/guests.client.ts";
import { AmountField } from "#features/payments/pay-form/amount-field.island.tsx";
import { TOP_UP_FORM, type TopUpFields } from "#features/payments/pay-form/amount-form.island.tsx";
import { MethodChoice } from "#features/payments/pay-form/method-choice.tsx";
import type { MethodView } from "#features/payments/payments.contract.ts";
import type { ReturnContext } from "#features/payments/payments.rules.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";
import { pageReturn } from "#lib/http/page-return.ts";
import { isEmail } from "#lib/mail/address.ts";

type GuestPayFormProps = {
  methods: readonly MethodView[];
  quickAmountsKopecks: readonly number[];
  rubPerUsd: number | null;
  context: ReturnContext;
  /** What the number costs; 0 = not known. */
  priceKopecks: number;
};
type Guest = { email: string; agreement: boolean };

/** What somebody pays without an account: the amount, the way, and the address that the account will have. */
export function GuestPayForm(props: GuestPayFormProps) {
  const { methods, quickAmountsKopecks, rubPerUsd, context, priceKopecks } = props;
  const t = useTranslations("payments.pay");
  const [methodId, setMethodId] = useState(methods[0]?.id ?? "");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const captcha = useCaptcha(true, "registration");
  const first = priceKopecks > 0 ? Math.max(priceKopecks, methods[0]?.minPriceKopecks ?? 0) : null;
  const amount = useForm<TopUpFields>({
    defaultValues: { amount: first === null ? "" : amountText(first), note: "" },
  });
  const guest = useForm<Guest>({ defaultValues: { email: "", agreement: false } });
  const amountKopecks = readAmount(useWatch({ control: amount.control, name: "amount" })) ?? 0;
  const method = methods.find(({ id }) => id === methodId);

  const pay = async ({ email, agreement }: Guest) => {
    if (!(await amount.trigger("amount", { shouldFocus: true }))) return;
    setProblem(null);
    const answer = await captcha.take();
    if (answer === null) return captcha.ask();
    const { service, country } = context;
    const agreed = { agreePrivacy: agreement as true, agreeOffer: agreement as true };
    const wish = { email: email.trim(), method: methodId, amountKopecks, service, country, ...agreed };
    try {
      const { redirectUrl } = await startGuestPayment(wish, answer);
      location.assign(redirectUrl);
      // Busy until the next page is there.
      await pageReturn();
    } catch (error) {
      const refused = toApiProblem(error);
      captcha.onRefused(refused);
      const { code, message } = refused;
      if (code === "INVALID_EMAIL") guest.setError("email", { message }, { shouldFocus: true });
      else if (code.startsWith("AMOUNT_")) amount.setError("amount", { message }, { shouldFocus: true });
      else setProblem(refused);
    }
  };
  const send = guest.handleSubmit(pay, () => void amount.trigger("amount"));

  if (!method) return null;
  return (
    <div className="grid gap-6">
      <AmountField
        form={amount}
        method={method}
        quickAmountsKopecks={quickAmountsKopecks}
        rubPerUsd={rubPerUsd}
      />
      <MethodChoice
        legend={t("method")}
        methods={methods}
        chosen={methodId}
        onChoose={setMethodId}
        range={({ minPriceKopecks }) => t("from", { min: shortRubles(minPriceKopecks) })}
      />
      <form id={TOP_UP_FORM} method="post" noValidate onSubmit={send} className="grid gap-4">
        <GuestFields form={guest} />
        <CaptchaBox captcha={captcha} />
        <FormProblem problem={problem} />
        <Button type="submit" tone="accent" size="lg" busy={guest.formState.isSubmitting} className="w-full">
          {amountKopecks > 0 ? t("submit", { amount: shortRubles(amountKopecks) }) : t("submitEmpty")}
        </Button>
        <p className="text-center text-muted text-sm">{t("next")}</p>
      </form>
    </div>
  );
}

function GuestFields({ form }: { form: ReturnType<typeof useForm<Guest>> }) {
  const t = useTranslations("payments.guest");
  const tIdentity = useTranslations("identity");
  const { errors } = form.formState;
  const rules = {
    required: tIdentity("validation.required"),
    validate: (text: string) => isEmail(text.trim()) || tIdentity("validation.invalidEmail"),
  };
  return (
    <>
      <EmailField
        id="email"
        label={tIdentity("fields.email")}
        hint={t("emailHint")}
        error={errors.email?.message}
        {...form.register("email", rules)}
      />
      <Agreement
        error={errors.agreement?.message}
        field={form.register("agreement", { required: tIdentity("validation.agreementNeeded") })}
      />
    </>
  );
}
