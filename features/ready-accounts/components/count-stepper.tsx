import { Minus, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "#components/ui/icon-button.tsx";
import { mostOf, steppedCount } from "#features/ready-accounts/shop/shop.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

type CountStepperProps = {
  offer: { readonly count: number; readonly min_count: number };
  count: number;
  isFixed: boolean;
  onChange: (count: number) => void;
};

/** How many accounts: from the least of the offer in steps of one. */
export function CountStepper({ offer, count, isFixed, onChange }: CountStepperProps) {
  const t = useTranslations("readyAccounts.shop");
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons and a number, no form
    <div role="group" aria-label={t("count")} className="flex items-center gap-1">
      <IconButton
        label={t("fewer")}
        className="border border-line"
        disabled={isFixed || count <= offer.min_count}
        onClick={() => onChange(steppedCount(count, -1, offer))}
      >
        <Minus aria-hidden="true" className="size-4" />
      </IconButton>
      <output aria-live="polite" className="tabular min-w-12 text-center font-semibold text-lg">
        {formatNumber(count)}
      </output>
      <IconButton
        label={t("more")}
        className="border border-line"
        disabled={isFixed || count >= mostOf(offer)}
        onClick={() => onChange(steppedCount(count, 1, offer))}
      >
        <Plus aria-hidden="true" className="size-4" />
      </IconButton>
    </div>
  );
}
