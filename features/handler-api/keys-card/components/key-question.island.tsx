"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ApiKeyView } from "#features/identity/api-keys/api-keys.contract.ts";
import { keyLimits } from "#features/identity/api-keys/api-keys.rules.ts";

type KeyQuestionProps = {
  action: "rotate" | "end";
  apiKey: ApiKeyView;
  isBusy: boolean;
  onConfirm: (overlapHours: number) => void;
  onClose: () => void;
};

const OVERLAPS = [0, 1, keyLimits.overlapHoursDefault, 72, keyLimits.overlapHoursMax];

/** Asks before a key is replaced or ended; a named one may go on for a while beside its successor. */
export default function KeyQuestion({ action, apiKey, isBusy, onConfirm, onClose }: KeyQuestionProps) {
  const t = useTranslations("buyerApi.keys");
  const ui = useTranslations("ui");
  const [overlapHours, setOverlapHours] = useState<number>(keyLimits.overlapHoursDefault);
  const isLegacy = apiKey.kind === "legacy";
  const name = isLegacy ? t("legacyName") : apiKey.name;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(`${action}Title`, { name })}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button tone="accent" busy={isBusy} onClick={() => onConfirm(overlapHours)}>
            {t(action)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        <p>{t(action === "rotate" && isLegacy ? "rotateLegacyText" : `${action}Text`)}</p>
        {action === "rotate" && !isLegacy ? (
          <Field id="key-overlap" label={t("overlap")} hint={t("overlapHint")}>
            <Select
              {...describedBy("key-overlap", { hint: true })}
              value={overlapHours}
              onChange={(event) => setOverlapHours(Number(event.target.value))}
            >
              {OVERLAPS.map((hours) => (
                <option key={hours} value={hours}>
                  {t("overlapHours", { hours })}
                </option>
              ))}
            </Select>
          </Field>
        ) : null}
      </div>
    </Dialog>
  );
}
