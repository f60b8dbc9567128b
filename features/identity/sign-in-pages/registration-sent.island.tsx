"use client";

import { useLocale, useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { MailSent } from "#features/identity/components/mail-sent.island.tsx";
import type { LoginAnswer, SecondFactorAsked } from "#features/identity/entering/entering.contract.ts";
import { openPage, saveTelegramFromCookie } from "#features/identity/identity.client.ts";
import { EnterCode } from "#features/identity/mail-code/enter-code.island.tsx";
import { LoginCode } from "#features/identity/sign-in-pages/login-code.island.tsx";
import { ResendLink } from "#features/identity/sign-in-pages/resend-link.island.tsx";
import { pageReturn } from "#lib/http/page-return.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type RegistrationSentProps = {
  email: string;
  /** What the code of the mail counts with. */
  request: string;
  /** After so many seconds the mail may be asked for again. */
  resendSeconds: number;
  returnPath: string | null;
  mailbox: string | null;
  /** Back to the form, whose fields are as they were sent; missing where the address stands for good. */
  onChangeAddress?: () => void;
};

/**
 * Takes the code of the registration's mail and goes on to where the newcomer was. Whoever has an account already got a code to
 * sign in instead, and may have a second factor.
 */
export function RegistrationSent(props: RegistrationSentProps) {
  const { email, request, resendSeconds, returnPath, mailbox, onChangeAddress } = props;
  const t = useTranslations("identity.registration");
  const locale = localeFromTag(useLocale());
  const [asked, setAsked] = useState<SecondFactorAsked | null>(null);

  const leave = async () => {
    await saveTelegramFromCookie();
    openPage(localizedPath(locale, returnPath ?? "/profile"));
    // Busy until the next page is there.
    await pageReturn();
  };
  const enter = (answer: LoginAnswer) =>
    answer.status === "second-factor" ? Promise.resolve(setAsked(answer)) : leave();

  if (asked !== null) return <LoginCode asked={asked} onDone={leave} onBack={() => setAsked(null)} />;
  return (
    <div className="grid gap-6">
      <MailSent title={t("sentTitle")} mailbox={mailbox}>
        <p className="wrap-anywhere">{t("sentBody", { email })}</p>
        <EnterCode request={request} onAnswer={enter} />
      </MailSent>
      <div className="border-line border-t pt-4">
        <p className="text-muted text-sm">{t("nothingCame")}</p>
        <ResendLink email={email} awaited={{ seconds: resendSeconds }}>
          {onChangeAddress ? (
            <Button tone="quiet" onClick={onChangeAddress}>
              {t("changeAddress")}
            </Button>
          ) : null}
        </ResendLink>
      </div>
    </div>
  );
}
