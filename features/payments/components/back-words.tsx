import { useTranslations } from "next-intl";
import type { PlannedPurchase } from "#features/payments/payments.contract.ts";

/** What the link says that leads back to what the payer was about to buy. */
export function useBackWords(): (purchase: PlannedPurchase) => string {
  const t = useTranslations("payments.success");
  return ({ kind, name }) =>
    kind === "software" ? t("toSoftware", { name }) : t(kind === "accounts" ? "toAccounts" : "toPurchase");
}

/** A name of the staff's may be longer than a phone is wide. */
export const longLink = "h-auto min-h-12 shrink whitespace-normal py-2 text-center wrap-anywhere";
