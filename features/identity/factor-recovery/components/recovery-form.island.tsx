"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type * as z from "zod/mini";
import { Button } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { FormProblem } from "#features/identity/components/form-problem.tsx";
import { Outcome } from "#features/identity/components/outcome.island.tsx";
import type { recoverFactorEndpoint } from "#features/identity/factor-recovery/factor-recovery.contract.ts";
import { MailedCode } from "#features/identity/mailed-code/mailed-code.island.tsx";
import type { RecoveryOffer } from "#features/identity/running-recovery/running-recovery.rules.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

type Recovered = z.output<typeof recoverFactorEndpoint.response>;
type RecoveryFormProps = {
  challenge: string;
  offer: RecoveryOffer | null;
  onDone: () => Promise<void>;
  onBack: () => void;
};

/** For who has lost app and backup codes: says what will happen, takes a mailed code, and begins the wait or, after it, lets in. */
export function RecoveryForm({ challenge, offer, onDone, onBack }: RecoveryFormProps) {
  const t = useTranslations("identity.recovery");
  const moment = useMomentText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [isSent, setSent] = useState(false);
  const [begunUntil, setBegunUntil] = useState<string | null>(null);
  const back = (
    <Button tone="quiet" onClick={onBack}>
      {t("back")}
    </Button>
  );
  if (begunUntil !== null) {
    return (
      <Outcome tone="info" title={t("begunTitle")} text={t("begunText", { moment: moment(begunUntil) })}>
        {back}
      </Outcome>
    );
  }
  const takeAnswer = async (answer: Recovered) => {
    if (answer.status === "waiting") setBegunUntil(answer.endsAt);
    else await onDone();
  };
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="font-semibold text-lg outline-none">
        {t("title")}
      </h2>
      {offer === null ? (
        <p className="text-sm">{t("notOffered")}</p>
      ) : (
        <>
          <div className="grid gap-2 text-muted text-sm">
            <p>{t("lead")}</p>
            <p>{t("after")}</p>
          </div>
          {offer.endsAt === null ? null : <Notice>{t("waits", { moment: moment(offer.endsAt) })}</Notice>}
          <SendCode challenge={challenge} isSent={isSent} onSent={() => setSent(true)} />
          {isSent ? <EnterRecoveryCode challenge={challenge} onAnswer={takeAnswer} /> : null}
        </>
      )}
      {back}
    </div>
  );
}

type SendCodeProps = { challenge: string; isSent: boolean; onSent: () => void };

function SendCode({ challenge, isSent, onSent }: SendCodeProps) {
  const t = useTranslations("identity.recovery");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const send = async () => {
    setProblem(null);
    setBusy(true);
    try {
      await api.post("auth/login/second-factor/recovery/code", { challenge });
      onSent();
    } catch (error) {
      setProblem(toApiProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {isSent ? <Notice live>{t("sent")}</Notice> : null}
      <FormProblem problem={problem} />
      <Button tone={isSent ? "plain" : "accent"} size="lg" busy={isBusy} onClick={() => void send()}>
        {t(isSent ? "again" : "send")}
      </Button>
    </>
  );
}

type EnterCodeProps = { challenge: string; onAnswer: (answer: Recovered) => Promise<void> };

function EnterRecoveryCode({ challenge, onAnswer }: EnterCodeProps) {
  const t = useTranslations("identity");
  const send = async (code: string) =>
    onAnswer((await api.post<Recovered>("auth/login/second-factor/recovery", { challenge, code })).data);
  return <MailedCode id="recovery-code" submit={t("secondFactor.confirm")} onCode={send} />;
}

/** A moment in the visitor's language and zone. */
function useMomentText(): (at: string) => string {
  const locale = localeFromTag(useLocale());
  const timeZone = useTimeZone();
  return (at) => formatMoment(locale, new Date(at), timeZone);
}
