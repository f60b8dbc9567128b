import { useTranslations } from "next-intl";
import { cx } from "#components/ui/class-names.ts";
import { Money } from "#components/ui/money.tsx";

type LinePriceProps = { kopecks: number; isRefunded: boolean; rubPerUsd: number | null };

/** What a number cost, at the right of its line; a refund is said in words, as on the card. */
export function LinePrice({ kopecks, isRefunded, rubPerUsd }: LinePriceProps) {
  const t = useTranslations("activations");
  return (
    <span className="text-right max-lg:order-2">
      <span className="sr-only">{t("myNumbers.columns.price")} </span>
      {isRefunded ? (
        <span className="block font-medium text-good text-xs">{t("profile.money.given-back")} </span>
      ) : null}
      <Money
        kopecks={kopecks}
        rubPerUsd={rubPerUsd}
        className={cx("flex-col items-end", isRefunded ? "text-muted" : "font-semibold")}
      />
    </span>
  );
}
