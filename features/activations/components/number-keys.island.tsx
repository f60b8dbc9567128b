"use client";

import { useTranslations } from "next-intl";
import { copyText } from "#components/ui/copy-button.island.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useKnownNumbers } from "#features/activations/activations.client.ts";
import { inOrder, newestCodeOf } from "#features/activations/active-list.rules.ts";
import { phoneTexts } from "#features/activations/phone.rules.ts";
import { useShortcuts } from "#features/site/keyboard.client.ts";

/** Part of every page: `c` copies the newest code, `n` the number on top, or says that there is none; the site's help tells so. */
export function NumberKeys() {
  const t = useTranslations("activations.profile");
  const ui = useTranslations("ui");
  const { data } = useKnownNumbers();
  const copy = async (text: string | null | undefined, nothing: string) => {
    if (!text) return showToast({ type: "info", text: nothing });
    const isDone = await copyText(text);
    showToast(
      isDone
        ? { type: "success", text: ui("copied"), detail: text }
        : { type: "error", text: ui("copyFailed") },
    );
  };
  useShortcuts({
    n: () => {
      // Of numbers that are not known nothing is said: neither that there are some nor that there are none.
      if (!data) return false;
      const phone = inOrder(data).find(({ number }) => number)?.number;
      return copy(phone && phoneTexts(phone).e164, t("nothingToCopy"));
    },
    c: () => (data ? copy(newestCodeOf(inOrder(data))?.code, t("noCodeYet")) : false),
  });
  return null;
}
