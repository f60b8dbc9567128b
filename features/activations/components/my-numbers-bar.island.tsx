"use client";

import { ChevronRight, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { useKnownNumbers } from "#features/activations/activations.client.ts";
import { codeGroups, isOpen, newestCodeOf } from "#features/activations/active-list.rules.ts";
import { CopyCode } from "#features/activations/components/message-list.island.tsx";
import { useOpenOrders } from "#features/activations/open-orders.client.ts";
import { formatClock, formatNumber } from "#lib/i18n/formats.ts";

/**
 * The way back to the numbers that are open, at the lower edge of narrow screens: how many and for how long, or the newest code to copy.
 * A setting turns it off.
 */
export function MyNumbersBar() {
  const t = useTranslations("activations.open");
  const ui = useTranslations("ui");
  const orders = useOpenOrders();
  const { data } = useKnownNumbers();
  if (!orders || orders.secondsLeft === null) return null;
  const newest = newestCodeOf((data ?? []).filter(isOpen));
  const words = orders.waiting > 0 ? "waiting" : "received";
  const count = orders.waiting > 0 ? orders.waiting : orders.received;
  return (
    <div className="fixed inset-x-4 bottom-4 z-20 flex items-center rounded-lg bg-accent font-semibold text-on-accent shadow-pop lg:hidden">
      <LocaleLink href="/profile" className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-lg px-4">
        <Smartphone aria-hidden="true" className="size-5 shrink-0" />
        {newest ? (
          <>
            <span className="min-w-0 truncate">{newest.service}</span>
            <span className="tabular mr-auto shrink-0">{codeGroups(newest.code).join(" ")}</span>
          </>
        ) : (
          <span className="tabular min-w-0 flex-1">{t(words, { count, shown: formatNumber(count) })}</span>
        )}
        <span className="tabular shrink-0">{formatClock(orders.secondsLeft)}</span>
        {newest ? null : <ChevronRight aria-hidden="true" className="size-5 shrink-0" />}
      </LocaleLink>
      {newest ? (
        <CopyCode code={newest.code} className="min-h-12 px-4">
          <span>{ui("copy")}</span>
        </CopyCode>
      ) : null}
    </div>
  );
}
