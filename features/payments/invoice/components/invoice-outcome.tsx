import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { amountWords } from "#features/payments/components/amount-words.tsx";
import type { InvoiceView } from "#features/payments/invoice/invoice.contract.ts";
import { useMoneyText } from "#features/site/money.client.ts";

const usdt = (amount: string): string => amountWords({ amount, currency: "USDT" });

/** What an invoice has come to, and which words tell it. `waiting` and `seen`: it can still be paid as it should. */
export type InvoiceLook =
  | "waiting"
  | "seen"
  | "credited"
  | "second"
  | "underpaid"
  | "overpaid"
  | "late"
  | "expired"
  | "failed";

export function lookOf({ payment, isSeen, otherTransfers }: InvoiceView): InvoiceLook {
  const has = (match: string) => otherTransfers.some((transfer) => transfer.match === match);
  if (payment.state === "credited") return has("second") ? "second" : "credited";
  if (payment.state === "underpaid" || payment.state === "overpaid") return payment.state;
  // A block's clock may be ahead of ours.
  if (has("late")) return "late";
  if (payment.isOpen) return isSeen ? "seen" : "waiting";
  return payment.state === "expired" ? "expired" : "failed";
}

/** What became of an invoice in plain words, and what to do now. */
export function InvoiceOutcome({ invoice, look }: { invoice: InvoiceView; look: InvoiceLook }) {
  const t = useTranslations("payments.invoice");
  const money = useMoneyText();
  const isGood = look === "credited";
  const Icon = isGood ? CircleCheck : CircleAlert;
  const isPlain = look === "expired" || look === "failed";
  return (
    <div role="status" className="grid justify-items-center gap-2 py-2 text-center">
      <Icon
        aria-hidden="true"
        className={`size-12 ${isGood ? "text-good" : isPlain ? "text-muted" : "text-warn"}`}
      />
      <h2 className="font-bold text-lg">{t(look === "second" ? "second" : look)}</h2>
      <p className="mx-auto max-w-md text-muted">{t(`${look}Lead`, wordsOf(invoice, look, money.both))}</p>
      <p className="tabular text-faint text-sm">{t("number", { id: invoice.payment.id })}</p>
    </div>
  );
}

function wordsOf(
  { payment, amountUsdt, otherTransfers }: InvoiceView,
  look: InvoiceLook,
  moneyText: (kopecks: number) => string,
) {
  const told = otherTransfers.find(({ match }) => match === look) ?? otherTransfers[0];
  const isInRoubles = look === "credited";
  return {
    amount: isInRoubles ? moneyText(payment.amountKopecks) : usdt(amountUsdt),
    received: usdt(told?.amountUsdt ?? payment.received?.amount ?? amountUsdt),
  };
}
