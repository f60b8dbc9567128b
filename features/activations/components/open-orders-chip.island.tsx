"use client";

import { Hourglass, MessageSquareText } from "lucide-react";
import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { useOpenOrders } from "#features/activations/open-orders.client.ts";
import { formatClock, formatNumber } from "#lib/i18n/formats.ts";

/** The pictures that number cards have for the same: where there is no room for words, colour alone would not tell the two apart. */
const looks = {
  waiting: { icon: Hourglass, colour: "text-accent" },
  received: { icon: MessageSquareText, colour: "text-good" },
} as const;

/** In the bar at the top of every page: how many numbers and searches wait, or have their code, and how long the first of them lasts. */
export function OpenOrdersChip() {
  const t = useTranslations("activations.open");
  const orders = useOpenOrders();
  if (!orders || orders.secondsLeft === null) return null;
  const state = orders.waiting > 0 ? "waiting" : "received";
  const { icon: Icon, colour } = looks[state];
  const count = orders[state];
  const words = t(state, { count, shown: formatNumber(count) });
  return (
    <LocaleLink
      href="/profile"
      data-open-orders=""
      className="touch tabular flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border border-line-strong bg-sunken px-2.5 font-semibold text-sm hover:border-accent"
    >
      <Icon aria-hidden="true" className={`size-3.5 shrink-0 ${colour}`} />
      <span className="max-sm:sr-only lg:max-2xl:sr-only">{words}</span>
      <span aria-hidden="true" className="sm:max-lg:hidden 2xl:hidden">
        {formatNumber(count)}
      </span>
      <span className="text-muted">{formatClock(orders.secondsLeft)}</span>
    </LocaleLink>
  );
}
