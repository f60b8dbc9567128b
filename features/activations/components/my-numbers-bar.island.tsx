"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, Smartphone } from "lucide-react";
import { useTranslations } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { activeNumbersQuery } from "#features/activations/activations.client.ts";
import { isFinal } from "#features/activations/activations.rules.ts";
import { useVisitor } from "#features/site/visitor.client.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** The way back to the numbers that are open, at the lower edge of narrow screens; a setting turns it off. */
export function MyNumbersBar() {
  const t = useTranslations("activations.shop");
  const { visitor } = useVisitor();
  const isWanted = Boolean(visitor) && visitor?.dynamicFields?.settings?.info_on_active_purchases !== false;
  const { data } = useQuery({ ...activeNumbersQuery, enabled: isWanted });
  const open = data?.filter((each) => !isFinal(each.state)).length ?? 0;
  if (!isWanted || open === 0) return null;
  return (
    <LocaleLink
      href="/profile"
      className="fixed inset-x-4 bottom-4 z-20 flex min-h-12 items-center gap-3 rounded-lg bg-accent px-4 font-semibold text-on-accent shadow-pop lg:hidden"
    >
      <Smartphone aria-hidden="true" className="size-5" />
      <span className="flex-1">{t("myNumbers", { count: open, shown: formatNumber(open) })}</span>
      <ChevronRight aria-hidden="true" className="size-5" />
    </LocaleLink>
  );
}
