import { cx } from "#components/ui/class-names.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** "12,50 ₽" of whole kopecks. */
export function displayRoubles(kopecks: number): string {
  return `${formatNumber(kopecks / 100, 2)}\u00a0₽`;
}

/** "0,16 $"-style dollars; at least 0,01, so that nothing looks free. `rubPerUsd` is roubles for one dollar. */
export function dollarsText(kopecks: number, rubPerUsd: number): string {
  const cents = Math.round(Math.abs(kopecks) / rubPerUsd);
  const dollars = `$${formatNumber(Math.max(kopecks === 0 ? 0 : 1, cents) / 100, 2)}`;
  return kopecks < 0 ? `-${dollars}` : dollars;
}

type MoneyProps = {
  /** Whole kopecks. */
  kopecks: number;
  /** Roubles for one dollar; without it only roubles are shown. */
  rubPerUsd?: number | null;
  /** "both": the visitor's currency big, the other small; "one": only the visitor's; "other": only the other one. */
  show?: "both" | "one" | "other";
  className?: string;
};

/**
 * An amount in roubles and dollars. Both are in the page; `data-currency` of <html> decides by CSS which of them is big,
 * so a cached page is right for everybody before any script has run.
 */
export function Money({ kopecks, rubPerUsd, show = "both", className }: MoneyProps) {
  const rub = <span className="money-rub">{displayRoubles(kopecks)}</span>;
  if (!rubPerUsd)
    return <span className={cx("tabular whitespace-nowrap", className)}>{displayRoubles(kopecks)}</span>;
  return (
    <span className={cx("money tabular whitespace-nowrap", show !== "both" && `money-${show}`, className)}>
      {rub} <span className="money-usd">{dollarsText(kopecks, rubPerUsd)}</span>
    </span>
  );
}
