"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useForm } from "react-hook-form";
import * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { Agreement } from "#features/identity/components/agreement.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { agreementField } from "#features/identity/form-fields.client.ts";
import type { SocialOutcome } from "#features/identity/social/social.contract.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";

type SocialConsentProps = {
  outcome: Extract<SocialOutcome, { status: "consent-needed" }>;
  onDone: () => Promise<void>;
};

/** What a new person agrees to, as in the registration; then the account is made. */
export function SocialConsent({ outcome: { ticket, email }, onDone }: SocialConsentProps) {
  const t = useTranslations("identity");
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const form = useForm({
    resolver: zodResolver(z.object({ agreement: agreementField(t) })),
    defaultValues: { agreement: false },
  });
  const { errors, isSubmitting } = form.formState;

  const send = form.handleSubmit(async ({ agreement: agreed }) => {
    setProblem(null);
    try {
      await api.post("auth/social/registration", { ticket, agreePrivacy: agreed, agreeOffer: agreed });
    } catch (error) {
      return setProblem(toApiProblem(error));
    }
    await onDone();
  });

  return (
    <form method="post" noValidate onSubmit={send} className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="font-semibold text-lg">{t("social.consentTitle")}</h2>
        <p className="break-words text-muted text-sm">{t("social.consentText", { email })}</p>
      </div>
      <Agreement error={errors.agreement?.message} field={form.register("agreement")} />
      <FormProblem problem={problem} />
      <Button type="submit" tone="accent" size="lg" busy={isSubmitting} className="w-full">
        {t("registration.submit")}
      </Button>
    </form>
  );
}
