"use client";

import { CircleCheck, ShieldCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { lazy, Suspense, useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { Captcha } from "#features/identity/captcha/captcha.client.ts";

const ReCaptcha = lazy(() => import("react-google-recaptcha"));

/** Where the captcha stands: what it is doing, or why the form cannot be sent and what to do. */
export function CaptchaBox({ captcha }: { captcha: Captcha }) {
  const t = useTranslations("identity.captcha");
  if (captcha.state === "failed") {
    return (
      <Notice tone="bad" live title={t("cannotLoad")}>
        <Button size="sm" className="mt-1" onClick={captcha.retry}>
          {t("retry")}
        </Button>
      </Notice>
    );
  }
  if (captcha.siteKey) return <GoogleBox key={captcha.round} captcha={captcha} siteKey={captcha.siteKey} />;
  return (
    <p className="flex min-h-11 items-center gap-2 rounded-md border border-line px-3 text-muted text-sm">
      {captcha.state === "working" ? <Spinner /> : null}
      {captcha.state === "solved" ? <CircleCheck aria-hidden="true" className="size-4 text-good" /> : null}
      {captcha.state === "idle" ? <ShieldCheck aria-hidden="true" className="size-4" /> : null}
      <span>{t(wordsOf(captcha))}</span>
    </p>
  );
}

/** Hard work takes a while, and instead of a wait: both have to be said. */
function wordsOf({ state, level }: Captcha): string {
  if (state === "idle" || state === "asked") return "ready";
  return level > 0 && state !== "failed" ? `${state}Hard` : state;
}

function GoogleBox({ captcha, siteKey }: { captcha: Captcha; siteKey: string }) {
  const t = useTranslations("identity.captcha");
  const language = useLocale();
  const [theme, setTheme] = useState<"light" | "dark" | null>(null);
  useEffect(() => {
    const chosen = document.documentElement.dataset.theme;
    const isDark = chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    setTheme(isDark ? "dark" : "light");
  }, []);
  return (
    <div className="min-h-20">
      {theme ? (
        <Suspense fallback={<Spinner />}>
          <ReCaptcha
            sitekey={siteKey}
            theme={theme}
            hl={language}
            onChange={captcha.onToken}
            onErrored={captcha.onScriptFailed}
            asyncScriptOnLoad={(script?: { errored?: boolean }) => {
              if (script?.errored) captcha.onScriptFailed();
            }}
          />
        </Suspense>
      ) : null}
      {captcha.state === "asked" ? (
        <p role="alert" className="mt-1 font-medium text-bad text-sm">
          {t("tick")}
        </p>
      ) : null}
    </div>
  );
}
