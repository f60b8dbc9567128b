import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Textarea } from "#components/ui/input.tsx";
import { transferLimits } from "#features/payments/transfers/transfers.rules.ts";

/** What a transfer is for, in the payer's words. */
export function TransferNote(props: ComponentProps<"textarea">) {
  const t = useTranslations("payments.transfer");
  return (
    <Field id="note" label={t("note")} hint={t("noteHint")}>
      <Textarea
        {...props}
        {...describedBy("note", { hint: true })}
        maxLength={transferLimits.noteCharacters}
        className="min-h-16"
      />
    </Field>
  );
}
