import { cx } from "#components/ui/class-names.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** "12,50 ₽" of whole kopecks; what is below nothing has a real minus. */
export function displayRoubles(kopecks: number): string {
  return `${kopecks < 0 ? "−" : ""}${formatNumber(Math.abs(kopecks) / 100, 2)}\u00a0₽`;
}

/** "0,16 $"-style dollars; at least 0,01, so that nothing looks free. `rubPerUsd` is roubles for one dollar. */
export function dollarsText(kopecks: number, rubPerUsd: number): string {
  const cents = Math.round(Math.abs(kopecks) / rubPerUsd);
  const dollars = `$${formatNumber(Math.max(kopecks === 0 ? 0 : 1, cents) / 100, 2)}`;
  return kopecks < 0 ? `-${dollars}` : dollars;
}

/** Both spellings of an amount, each with its sign: a real minus, and a plus where one is wanted. `usd` is null without a rate. */
export function moneyTexts(kopecks: number, rubPerUsd: number | null | undefined, isSigned = false) {
  const sign = kopecks < 0 ? "−" : isSigned && kopecks > 0 ? "+" : "";
  const amount = Math.abs(kopecks);
  return {
    rub: sign + displayRoubles(amount),
    usd: rubPerUsd ? sign + dollarsText(amount, rubPerUsd) : null,
  };
}

export type MoneyProps = {
  /** Whole kopecks. */
  kopecks: number;
  /** Roubles for one dollar; without it only roubles are shown. */
  rubPerUsd?: number | null;
  /** "both": the visitor's currency big, the other small; "one": only the visitor's; "other": only the other one. */
  show?: "both" | "one" | "other";
  /** A movement: what comes in has a plus. */
  isSigned?: boolean;
  className?: string;
};

/**
 * An amount in roubles and dollars. Both are in the page; `data-currency` of <html> decides by CSS which of them is big,
 * so a cached page is right for everybody before any script has run. Where both have no room the small one goes below.
 */
export function Money({ kopecks, rubPerUsd, show = "both", isSigned, className }: MoneyProps) {
  const { rub, usd } = moneyTexts(kopecks, rubPerUsd, isSigned);
  if (usd === null) return <span className={cx("tabular whitespace-nowrap", className)}>{rub}</span>;
  return (
    <span className={cx("money tabular", show !== "both" && `money-${show}`, className)}>
      <span className="money-rub">{rub}</span> <span className="money-usd">{usd}</span>
    </span>
  );
}
