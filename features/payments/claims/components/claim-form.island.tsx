"use client";

import { useTranslations } from "next-intl";
import { useForm } from "react-hook-form";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextField } from "#components/ui/text-field.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { useSending } from "#features/identity/sending.client.ts";
import { type ClaimWords, sendClaim } from "#features/payments/claims/claims.client.ts";
import { claimLimits } from "#features/payments/claims/claims.rules.ts";
import { isTronAddress, transactionIdIn } from "#features/payments/tether.rules.ts";

type ClaimFormProps = {
  paymentId: number;
  /** Dollars that sending the money back costs. */
  feeUsd: number;
  onSent: () => void;
  onCancel: () => void;
};

/** Which field the API's refusal belongs to; the others stand above the button. */
const FIELD_OF: Readonly<Record<string, keyof ClaimWords>> = {
  TRANSACTION_ID_INCORRECT: "transactionId",
  TRANSACTION_CREDITED: "transactionId",
  CLAIM_EXISTS: "transactionId",
  RETURN_ADDRESS_INCORRECT: "returnAddress",
  CONTACT_MISSING: "contact",
};

/** Claims a transfer that was not credited by itself; what it may cost is said before it is sent. */
export function ClaimForm({ paymentId, feeUsd, onSent, onCancel }: ClaimFormProps) {
  const t = useTranslations("payments.claims");
  const tUi = useTranslations("ui");
  const stepUp = useStepUp();
  const form = useForm<ClaimWords>({ defaultValues: { transactionId: "", returnAddress: "", contact: "" } });
  const { errors, isSubmitting } = form.formState;
  const sending = useSending({ form, fieldOf: FIELD_OF });
  const submitForm = form.handleSubmit((words) =>
    sending.send(async () => {
      await stepUp(() => sendClaim(paymentId, words));
      onSent();
    }),
  );
  const required = (text: string) => text.trim() !== "" || tUi("required");

  return (
    <form
      method="post"
      noValidate
      onSubmit={submitForm}
      className="grid gap-4 rounded-lg border border-line p-4 sm:p-5"
    >
      <div className="grid gap-1">
        <h2 className="font-semibold text-lg">{t("title")}</h2>
        <p className="text-muted text-sm">{t("lead")}</p>
      </div>
      <TextField
        id="claim-transaction"
        label={t("transactionId")}
        hint={t("transactionIdHint")}
        error={errors.transactionId?.message}
        {...form.register("transactionId", {
          validate: {
            required,
            form: (text) => transactionIdIn(text) !== null || t("wrongTransactionId"),
          },
        })}
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        className="font-mono"
      />
      <TextField
        id="claim-address"
        label={t("returnAddress")}
        hint={t("returnAddressHint")}
        error={errors.returnAddress?.message}
        {...form.register("returnAddress", {
          validate: {
            required,
            form: (text) => isTronAddress(text.trim()) || t("wrongAddress"),
          },
        })}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        className="font-mono"
      />
      <TextField
        id="claim-contact"
        label={t("contact")}
        hint={t("contactHint")}
        error={errors.contact?.message}
        {...form.register("contact", {
          validate: {
            required,
            length: (text) => text.trim().length >= claimLimits.leastContactCharacters || t("noContact"),
          },
        })}
        autoComplete="email"
        maxLength={claimLimits.contactCharacters}
      />
      <Notice tone="info">{t("fee", { fee: `${feeUsd}\u00a0USD` })}</Notice>
      <FormProblem problem={sending.problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" tone="accent" busy={isSubmitting} className="grow sm:grow-0">
          {t("submit")}
        </Button>
        <Button tone="quiet" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </form>
  );
}
