import { CircleCheck, CircleX, Hourglass, LoaderCircle, MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import type { RentalState } from "#features/rentals/rentals.rules.ts";

const looks: Readonly<Record<RentalState, { tone: Tone; icon: typeof Hourglass }>> = {
  requested: { tone: "info", icon: LoaderCircle },
  active: { tone: "info", icon: Hourglass },
  received: { tone: "good", icon: MessageSquareText },
  expired: { tone: "neutral", icon: CircleCheck },
  canceled: { tone: "neutral", icon: CircleX },
};

/** The rental's state in words. */
export function RentalStateBadge({ state }: { state: RentalState }) {
  const t = useTranslations("rentals.mine.state");
  const { tone, icon: Icon } = looks[state];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3.5" />}>
      {t(state)}
    </Badge>
  );
}
