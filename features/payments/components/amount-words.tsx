import { displayRoubles } from "#components/ui/money.tsx";
import { chargeOf, isChargeCurrency } from "#features/payments/charge-currency/charge-currency.rules.ts";
import type { MethodView } from "#features/payments/payments.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { decimalRoubles, kopecks, parseRoubles } from "#lib/money/kopecks.ts";

/** "500 ₽": whole roubles without kopecks. */
export function shortRubles(amountKopecks: number): string {
  return amountKopecks % 100 === 0
    ? `${formatNumber(amountKopecks / 100)}\u00a0₽`
    : displayRoubles(amountKopecks);
}

/** "500" or "10,78": an amount as it would be typed. */
export function amountText(amountKopecks: number): string {
  return decimalRoubles(kopecks(amountKopecks)).replace(/\.00$/, "").replace(".", ",");
}

/** Kopecks out of what people type ("1 000,50"); null when it is no amount. A minus is read, so that it can be named. */
export function readAmount(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0]/g, "").replace(",", ".");
  const amount = parseRoubles(plain.replace(/^[-−]/, ""));
  return amount !== null && /^[-−]/.test(plain) ? -amount : amount;
}

/** "6,14 USD": what a method charges for an amount; null where it charges roubles. */
export function chargeWords({ currency, rubPerUnit }: MethodView, amountKopecks: number): string | null {
  if (currency === "RUB" || rubPerUnit === null || amountKopecks <= 0) return null;
  return amountWords(chargeOf(kopecks(amountKopecks), currency, rubPerUnit));
}

/** "1 000,50 ₽" or "6,14 USD" of a provider's decimal text, as exactly as it is written. */
export function amountWords({ amount, currency }: { amount: string; currency: string }): string {
  const roubles = currency === "RUB" ? parseRoubles(amount) : null;
  if (roubles !== null) return displayRoubles(roubles);
  if (!isChargeCurrency(currency) || !/^\d{1,15}(\.\d{1,30})?$/.test(amount)) return `${amount} ${currency}`;
  const [whole = "", fraction = ""] = amount.split(".");
  const kept = fraction.replace(/0+$/, "").padEnd(2, "0");
  return `${whole.replace(/\B(?=(\d{3})+$)/g, "\u00a0")},${kept}\u00a0${currency}`;
}
