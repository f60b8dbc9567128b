import { Ban, CircleCheck, CircleX, Clock, Hourglass, LoaderCircle, MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { Money } from "#components/ui/money.tsx";
import type { ActivationView } from "#features/activations/activations.contract.ts";
import type { ActivationState } from "#features/activations/activations.rules.ts";

const looks: Readonly<Record<ActivationState, { tone: Tone; icon: typeof Clock }>> = {
  requested: { tone: "info", icon: LoaderCircle },
  unknown: { tone: "info", icon: LoaderCircle },
  waiting: { tone: "info", icon: Hourglass },
  received: { tone: "good", icon: MessageSquareText },
  completed: { tone: "neutral", icon: CircleCheck },
  cancelled: { tone: "neutral", icon: CircleX },
  expired: { tone: "warn", icon: Clock },
  banned: { tone: "warn", icon: Ban },
  failed: { tone: "bad", icon: CircleX },
};

/** A number that was replaced is cancelled, but not by its buyer. */
function endOf({ state, closeReason }: Pick<ActivationView, "state" | "closeReason">) {
  return state === "cancelled" && closeReason === "replaced" ? "replaced" : state;
}

/** The order's state in words. */
export function StateBadge({
  number,
}: {
  number: Pick<ActivationView, "state" | "wantsMore" | "closeReason">;
}) {
  const t = useTranslations("activations.profile.state");
  const { tone, icon: Icon } = looks[number.state];
  const key = number.state === "received" && number.wantsMore ? "wantsMore" : endOf(number);
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
      {t(key)}
    </Badge>
  );
}

/** Of these ends none has a reason to name: the staff refund what was charged. */
const withoutReason: readonly ActivationState[] = ["requested", "received", "completed"];

/** What became of the money: a refund is a line with amount and reason. */
export function MoneyLine({ number, rubPerUsd }: { number: ActivationView; rubPerUsd: number | null }) {
  const t = useTranslations("activations.profile");
  const reason =
    number.money === "given-back" && !withoutReason.includes(number.state)
      ? t(`reason.${endOf(number) as "expired"}`)
      : null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
      <span className={number.money === "given-back" ? "font-medium text-good" : "text-muted"}>
        {t(`money.${number.money}`)}
      </span>
      <Money kopecks={number.priceKopecks} rubPerUsd={rubPerUsd} className="font-semibold" />
      {reason ? <span className="text-muted">{reason}</span> : null}
    </p>
  );
}
