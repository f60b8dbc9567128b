"use client";

import { ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { cx } from "#components/ui/class-names.ts";
import { useShopOptions } from "#features/activations/shop/shop.client.ts";

/** Nobody loads it who buys as the page is. */
const Form = dynamic(
  () =>
    import("#features/activations/components/buy-options-form.island.tsx").then(
      (module) => module.BuyOptionsForm,
    ),
  { ssr: false, loading: () => <div className="min-h-96" /> },
);

/** What happens when a country has no number: in one line, and the choices behind it. */
export function BuyOptions() {
  const t = useTranslations("activations.shop");
  const { autoRepeat, seconds, raisePercent, isCheapest, replaceAfterSeconds } = useShopOptions();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const chosen = [
    autoRepeat ? t("chosen.search", { seconds }) : null,
    raisePercent > 0 ? t("chosen.raise", { percent: raisePercent }) : null,
    replaceAfterSeconds > 0 ? t("chosen.replace", { minutes: replaceAfterSeconds / 60 }) : null,
    isCheapest ? t("chosen.cheapest") : null,
  ].filter((part) => part !== null);
  return (
    <div className="border-line border-b px-4 py-1 text-sm">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="touch flex w-full items-center justify-between gap-3 text-left font-medium text-muted hover:text-text"
      >
        <span className={cx(chosen.length > 0 && "text-text")}>
          {chosen.length > 0 ? t("chosen.line", { what: chosen.join(", ") }) : t("chosen.none")}
        </span>
        <ChevronDown aria-hidden="true" className={cx("size-4 shrink-0", isOpen && "rotate-180")} />
      </button>
      <div id={id} hidden={!isOpen} className="py-3">
        {isOpen ? <Form /> : null}
      </div>
    </div>
  );
}
