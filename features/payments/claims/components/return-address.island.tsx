"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { showToast } from "#components/ui/toasts.ts";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { useStepUp } from "#features/identity/second-factor/second-factor.client.ts";
import { confirmReturnAddress, mailReturnCode } from "#features/payments/claims/claims.client.ts";
import type { ClaimView } from "#features/payments/claims/claims.contract.ts";
import { CodeForm } from "#features/payments/withdrawals/payout-destination/code-form.island.tsx";
import { toApiProblem } from "#lib/api/browser-client.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

type ReturnAddressProps = { paymentId: number; claim: ClaimView; onChange: () => void };

/** Whether money may go to the address of an open claim, and the step that is missing: the mailed code. */
export function ReturnAddress({ paymentId, claim, onChange }: ReturnAddressProps) {
  const t = useTranslations("payments.claims");
  const ui = useTranslations("ui");
  const locale = localeFromTag(useLocale());
  const stepUp = useStepUp();
  const timeZone = useTimeZone();
  const [isMailing, setMailing] = useState(false);
  const { id, returnAddress: address, returnAddressState, returnRestsUntil } = claim;
  const mail = async () => {
    setMailing(true);
    try {
      await stepUp(() => mailReturnCode(paymentId, id));
      showToast({ type: "success", text: t("codeMailed") });
    } catch (error) {
      showToast({ type: "error", text: toApiProblem(error).message || ui("error") });
    } finally {
      setMailing(false);
    }
  };
  const confirm = async (code: string) => {
    await stepUp(() => confirmReturnAddress(paymentId, id, code));
    onChange();
  };
  if (returnAddressState === "usable") {
    return <p className="wrap-anywhere text-sm">{t("addressUsable", { address })}</p>;
  }
  if (returnAddressState === "resting" && returnRestsUntil !== null) {
    const moment = formatMoment(locale, new Date(returnRestsUntil), timeZone);
    return <p className="wrap-anywhere max-w-prose text-sm">{t("addressRests", { address, moment })}</p>;
  }
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere max-w-prose text-sm">{t("addressUnconfirmed", { address })}</p>
      <div className="flex flex-wrap items-end gap-2">
        <CodeForm id={`claim-code-${id}`} onCode={confirm} />
        <Button tone="quiet" busy={isMailing} onClick={() => void mail()}>
          {t("mailAgain")}
        </Button>
      </div>
    </div>
  );
}
