import { CircleAlert, CircleCheck, CircleSlash, Clock } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { SupplierView } from "#features/back-office/suppliers/suppliers.contract.ts";

type Shown = Pick<SupplierView, "state" | "healthy" | "isFull" | "isOutOfMoney" | "penaltyUntil">;
const signs = { good: CircleCheck, bad: CircleAlert, warn: Clock, neutral: CircleSlash } as const;

/** What an operator sees first: paused, ended, or how it answers. */
function standingOf({ state, healthy, isFull, isOutOfMoney, penaltyUntil }: Shown) {
  if (state !== "active") return { tone: "neutral", text: `states.${state}` } as const;
  if (penaltyUntil !== null) return { tone: "warn", text: "health.penalty" } as const;
  if (isOutOfMoney) return { tone: "bad", text: "outOfMoney" } as const;
  if (isFull) return { tone: "warn", text: "health.full" } as const;
  return healthy
    ? ({ tone: "good", text: "health.good" } as const)
    : ({ tone: "bad", text: "health.bad" } as const);
}

/** A supplier's standing in words, with colour and sign. */
export function SupplierBadge({ supplier }: { supplier: Shown }) {
  const t = useTranslations("backOffice.suppliers");
  const { tone, text } = standingOf(supplier);
  const Sign = signs[tone];
  return (
    <Badge
      tone={tone satisfies Tone}
      icon={<Sign aria-hidden="true" className="size-3.5" />}
      className="whitespace-nowrap"
    >
      {t(text)}
    </Badge>
  );
}
