"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.island.tsx";
import { describedBy, Field } from "#components/ui/field.tsx";
import { Select } from "#components/ui/select.tsx";
import type { ApiKeyView } from "#features/identity/api-keys/api-keys.contract.ts";
import { keyLimits, movesMoney } from "#features/identity/api-keys/api-keys.rules.ts";
import { OwnPassword } from "#features/identity/components/own-password.island.tsx";
import type { ApiProblem } from "#lib/api/browser-client.ts";

type KeyQuestionProps = {
  action: "rotate" | "end";
  /** Null: the first key of 32 characters is made. */
  apiKey: ApiKeyView | null;
  hasPassword: boolean;
  isBusy: boolean;
  /** Answers the refusal, or null when it is done. */
  onConfirm: (overlapHours: number, password: string) => Promise<ApiProblem | null>;
  onClose: () => void;
};

const OVERLAPS = [0, 1, keyLimits.overlapHoursDefault, 72, keyLimits.overlapHoursMax];

/** Asks before a key is made, replaced or ended, for the password too where it can spend; a named one may go on for a while beside its successor. */
export default function KeyQuestion({
  action,
  apiKey,
  hasPassword,
  isBusy,
  onConfirm,
  onClose,
}: KeyQuestionProps) {
  const t = useTranslations("buyerApi.keys");
  const ui = useTranslations("ui");
  const [overlapHours, setOverlapHours] = useState<number>(keyLimits.overlapHoursDefault);
  const required = useTranslations("identity.validation");
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const isLegacy = apiKey === null || apiKey.kind === "legacy";
  const name = isLegacy ? t("legacyName") : apiKey.name;
  const isProofAsked = action === "rotate" && (apiKey === null || movesMoney(apiKey));
  const textOf = () => {
    if (!apiKey) return t("lead");
    return t(action === "rotate" && isLegacy ? "rotateLegacyText" : `${action}Text`);
  };
  const confirm = async () => {
    if (isProofAsked && password === "") return setError(required("required"));
    const problem = await onConfirm(overlapHours, password);
    if (problem?.code === "PASSWORD_WRONG") setError(problem.message);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={apiKey ? t(`${action}Title`, { name }) : t("makeLegacy")}
      closeLabel={ui("close")}
      actions={
        <>
          <Button onClick={onClose}>{ui("cancel")}</Button>
          <Button type="submit" form="key-question" tone="accent" busy={isBusy}>
            {apiKey ? t(action) : t("form.make")}
          </Button>
        </>
      }
    >
      <form
        id="key-question"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
        className="grid gap-4 text-sm"
      >
        <p>{textOf()}</p>
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
        {isProofAsked ? (
          <OwnPassword
            id="key-proof"
            hasPassword={hasPassword}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={error}
          />
        ) : null}
      </form>
    </Dialog>
  );
}
