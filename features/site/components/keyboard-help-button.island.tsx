"use client";

import { useTranslations } from "next-intl";
import { useKeyboardHelp } from "#features/site/keyboard.client.ts";

/** Opens the list of keys from any page, also while the keys are switched off. */
export function KeyboardHelpButton({ className }: { className: string }) {
  const t = useTranslations("site.keyboard");
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      className={className}
      onClick={() => useKeyboardHelp.setState({ isOpen: true })}
    >
      {t("title")}
    </button>
  );
}
