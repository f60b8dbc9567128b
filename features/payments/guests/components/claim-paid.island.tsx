"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { Button, buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { openPage } from "#features/identity/identity.client.ts";
import { claimPaid } from "#features/payments/guests/guests.client.ts";
import { type ApiProblem, toApiProblem } from "#lib/api/browser-client.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** Takes what was paid under the account's address, and goes on to the payment, which leads to what was to be bought. */
export function ClaimPaid() {
  const t = useTranslations("payments");
  const account = useTranslations("site.account");
  const tUi = useTranslations("ui");
  const locale = localeFromTag(useLocale());
  const [outcome, setOutcome] = useState<"working" | "nothing" | ApiProblem>("working");

  const claim = useCallback(async () => {
    setOutcome("working");
    try {
      const paymentId = await claimPaid();
      if (paymentId === null) return setOutcome("nothing");
      openPage(localizedPath(locale, `/success-payment?payment=${paymentId}`));
    } catch (error) {
      setOutcome(toApiProblem(error));
    }
  }, [locale]);
  useEffect(() => void claim(), [claim]);

  if (outcome === "working") {
    return (
      <p role="status" className="flex items-center gap-2">
        <Spinner />
        {t("guest.claiming")}
      </p>
    );
  }
  if (outcome === "nothing") {
    return (
      <div className="grid justify-items-start gap-4">
        <p role="status">{t("guest.nothing")}</p>
        <LocaleLink href="/profile/pay" className={buttonClasses("accent")}>
          {account("topUp")}
        </LocaleLink>
      </div>
    );
  }
  return (
    <div className="grid justify-items-start gap-4">
      <FormProblem problem={outcome} />
      <Button tone="accent" onClick={() => void claim()}>
        {tUi("retry")}
      </Button>
    </div>
  );
}
