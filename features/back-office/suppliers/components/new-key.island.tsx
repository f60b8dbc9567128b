"use client";

import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { CopyLine } from "#features/identity/components/copy-line.tsx";

/** A key that has just been made, this once; null: the call was a repeat, and the key was shown before. */
export function NewKey({ value, onKept }: { value: string | null; onKept: () => void }) {
  const t = useTranslations("backOffice.suppliers");
  if (value === null) {
    return (
      <Notice tone="warn" live>
        {t("keyRepeated")}
      </Notice>
    );
  }
  return (
    <Notice tone="warn" live title={t("keyTitle")}>
      <p>{t("keyText")}</p>
      <div className="mt-2 grid gap-3">
        <CopyLine label={t("key")} text={value} copyLabel={t("copy")} />
        <Button tone="quiet" className="w-fit" onClick={onKept}>
          {t("keyKept")}
        </Button>
      </div>
    </Notice>
  );
}
