"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { cancelMinutes, rentHours } from "#features/rentals/rentals.rules.ts";
import type { ShopMode } from "#features/rentals/shop/shop.client.ts";
import { refundWindowMinutes } from "#features/site/site.rules.ts";

const HOURS_PER_WEEK = 168;

type NumberHelpProps = {
  /** The ways that this visitor is offered. */
  offered: Readonly<Record<ShopMode, boolean>>;
  onClose: () => void;
};

/** How a number is received, in each way to get one, and how ready accounts are where they are offered. */
export function NumberHelp({ offered, onClose }: NumberHelpProps) {
  const t = useTranslations("rentals.help");
  const ui = useTranslations("ui");
  const rent = {
    hours: rentHours.min,
    weeks: rentHours.max / HOURS_PER_WEEK,
    minutes: cancelMinutes,
  };
  const parts = [
    { title: t("buyTitle"), text: t("buy", { minutes: refundWindowMinutes }) },
    { title: t("searchTitle"), text: t("search") },
    ...(offered.rent ? [{ title: t("rentTitle"), text: t("rent", rent) }] : []),
    ...(offered.readyAccounts ? [{ title: t("readyTitle"), text: t("ready") }] : []),
  ];
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={t("open")} closeLabel={ui("close")}>
      <div className="grid gap-4">
        {parts.map(({ title, text }) => (
          <section key={title} className="grid gap-1">
            <h3 className="font-semibold">{title}</h3>
            <p className="text-muted">{text}</p>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
