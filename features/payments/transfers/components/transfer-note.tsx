import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { TextareaField } from "#components/ui/text-field.tsx";
import { transferLimits } from "#features/payments/transfers/transfers.rules.ts";

/** What a transfer is for, in the payer's words. */
export function TransferNote(props: ComponentProps<"textarea">) {
  const t = useTranslations("payments.transfer");
  return (
    <TextareaField
      id="note"
      label={t("note")}
      hint={t("noteHint")}
      {...props}
      maxLength={transferLimits.noteCharacters}
      className="min-h-16"
    />
  );
}
