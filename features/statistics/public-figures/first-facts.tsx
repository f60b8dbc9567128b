import { CircleCheck, Timer, Wallet } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Money } from "#components/ui/money.tsx";
import type { PublicFigures } from "#features/statistics/public-figures/public-figures.rules.ts";
import { metricDays } from "#features/statistics/statistics.rules.ts";

type FirstFactsProps = {
  figures: PublicFigures;
  /** The lowest price of what the page is about. */
  fromKopecks: number | null;
  rubPerUsd: number | null;
};

/** From which price, how many numbers get their code and how soon: from the product's own orders, and only what they can say. */
export function FirstFacts({
  figures: { deliveryPercent, medianSeconds },
  fromKopecks,
  rubPerUsd,
}: FirstFactsProps) {
  const t = useTranslations("statistics.first");
  const facts: [name: string, icon: typeof Timer, text: ReactNode][] = [];
  if (fromKopecks !== null) {
    const price = () => <Money kopecks={fromKopecks} rubPerUsd={rubPerUsd} className="font-semibold" />;
    facts.push(["price", Wallet, t.rich("from", { price })]);
  }
  const b = (text: ReactNode) => <strong className="tabular font-semibold">{text}</strong>;
  if (deliveryPercent !== null) {
    facts.push([
      "delivery",
      CircleCheck,
      t.rich("delivery", { b, percent: deliveryPercent, days: metricDays }),
    ]);
  }
  if (medianSeconds !== null) {
    facts.push(["median", Timer, t.rich("median", { b, seconds: medianSeconds, days: metricDays })]);
  }
  if (facts.length === 0) return null;
  return (
    <ul aria-label={t("title")} className="-mt-3 mb-6 flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {facts.map(([name, Icon, text]) => (
        <li key={name} className="flex items-center gap-2">
          <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}
