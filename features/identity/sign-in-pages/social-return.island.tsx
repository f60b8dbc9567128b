"use client";

import { useLocale, useTranslations } from "next-intl";
import { useCallback, useEffect, useRef, useState } from "react";
import { buttonClasses } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { openPage, saveTelegramFromCookie } from "#features/identity/identity.client.ts";
import { LoginCode } from "#features/identity/sign-in-pages/login-code.island.tsx";
import { LoginForm } from "#features/identity/sign-in-pages/login-form.island.tsx";
import { SocialConsent } from "#features/identity/social/components/social-consent.island.tsx";
import type { SocialOutcome } from "#features/identity/social/social.contract.ts";
import { ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";
import { pageReturn } from "#lib/http/page-return.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type SocialReturnProps = {
  /** What the provider wrote into the address; it leaves the address bar at once. */
  query: string;
  mailbox: string | null;
};

/** Back from the provider: signs in, or asks for what is missing. */
export function SocialReturn({ query, mailbox }: SocialReturnProps) {
  const t = useTranslations("identity.social");
  const locale = localeFromTag(useLocale());
  const [outcome, setOutcome] = useState<"working" | SocialOutcome | ApiProblem>("working");
  /** What the provider's answer was good for is over: the login begins anew. */
  const [isBack, setBack] = useState(false);
  const hasBegun = useRef(false);
  const go = useCallback(
    async (path: string | null) => {
      await saveTelegramFromCookie();
      openPage(localizedPath(locale, path ?? "/profile"));
      // Busy until the next page is there.
      await pageReturn();
      setBack(true);
    },
    [locale],
  );

  useEffect(() => {
    // The answer counts once: development's double effects must not spend it twice.
    if (hasBegun.current) return;
    hasBegun.current = true;
    const fragment = location.hash;
    history.replaceState(null, "", location.pathname);
    const body = { query, ...(fragment ? { fragment } : {}) };
    api.post<SocialOutcome>("auth/social/finish", body).then(
      ({ data }) => {
        setOutcome(data);
        if (data.status === "signed-in" || data.status === "linked") void go(data.returnPath);
      },
      (error: unknown) => setOutcome(toApiProblem(error)),
    );
  }, [query, go]);

  if (outcome === "working" || (!isBack && (outcome.status === "signed-in" || outcome.status === "linked"))) {
    return (
      <p role="status" className="flex items-center gap-2">
        <Spinner />
        {t("working")}
      </p>
    );
  }
  if (outcome.status === "second-factor" && !isBack) {
    return <LoginCode asked={outcome} onDone={() => go(outcome.returnPath)} onBack={() => setBack(true)} />;
  }
  if (outcome.status === "consent-needed" && !isBack) {
    return <SocialConsent outcome={outcome} onDone={() => go(outcome.returnPath)} />;
  }
  if (outcome.status === "login-needed") {
    const { ticket, email, returnPath } = outcome;
    return (
      <div className="grid gap-4">
        <Notice title={t("loginTitle")}>{t("loginText", { email })}</Notice>
        <LoginForm
          email={email}
          returnPath={returnPath}
          mailbox={mailbox}
          onEntered={async () => void (await api.post("auth/social/link", { ticket }))}
        />
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <FormProblem problem={outcome instanceof ApiProblem ? outcome : null} />
      <LocaleLink href="/authorization" className={buttonClasses("accent", "lg", "w-full")}>
        {t("backToLogin")}
      </LocaleLink>
    </div>
  );
}
