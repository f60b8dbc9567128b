"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { CopyButton, copyText } from "#components/ui/copy-button.island.tsx";
import { iconButtonClasses } from "#components/ui/icon-button.tsx";
import { Menu, MenuItem } from "#components/ui/menu.island.tsx";
import { showToast } from "#components/ui/toasts.ts";
import type { CardAction } from "#features/activations/card-actions.rules.ts";
import { phoneTexts } from "#features/activations/phone.rules.ts";

type CopyNumberProps = { number: string; className: string; children?: ReactNode };

/** Copies a number whole, with its prefix; `children` stand before the sign. */
export function CopyNumber({ number, className, children }: CopyNumberProps) {
  const t = useTranslations("activations.profile");
  const ui = useTranslations("ui");
  const { shown, e164 } = phoneTexts(number);
  return (
    <CopyButton
      text={e164}
      label={t("copyNumber", { number: shown })}
      copiedLabel={ui("copied")}
      failedLabel={ui("copyFailed")}
      className={className}
      data-action={"copy-number" satisfies CardAction}
    >
      {children}
    </CopyButton>
  );
}

/** The number in readable groups; one tap copies it whole, a menu the spellings that forms ask for. */
export function PhoneLine({ number }: { number: string }) {
  const t = useTranslations("activations.profile");
  const ui = useTranslations("ui");
  const { shown, e164, local, withoutPrefix } = phoneTexts(number);
  const variants = [
    { key: "copyInternational", text: e164 },
    { key: "copyLocal", text: local },
    { key: "copyWithoutPrefix", text: withoutPrefix },
  ] as const;
  const copy = async (text: string) => {
    const isDone = await copyText(text);
    showToast(
      isDone
        ? { type: "success", text: ui("copied"), detail: text }
        : { type: "error", text: ui("copyFailed") },
    );
  };
  return (
    <div className="flex items-center">
      <span className="tabular select-all font-semibold text-lg" translate="no">
        {shown}
      </span>
      <CopyNumber number={number} className="ml-1" />
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            aria-label={t("copyMenu")}
            title={t("copyMenu")}
            className={iconButtonClasses}
            data-action={"copy-forms" satisfies CardAction}
          >
            <ChevronDown aria-hidden="true" className="size-4 text-muted" />
          </button>
        }
      >
        {variants.map(({ key, text }) => (
          <MenuItem key={key} onClick={() => void copy(text)}>
            <span>{t(key)}</span>
            <span className="tabular ml-auto pl-4 text-muted" translate="no">
              {text}
            </span>
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
