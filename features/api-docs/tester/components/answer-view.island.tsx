"use client";

import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Spinner } from "#components/ui/spinner.tsx";
import type { CallState } from "#features/api-docs/tester/calls.client.ts";
import { CodeBox } from "#features/api-docs/tester/components/code-box.tsx";
import {
  foldedLines,
  moreLines,
  shownText,
  type TesterAnswer,
} from "#features/api-docs/tester/tester-answers.rules.ts";
import { errorPagePath } from "#lib/errors/app-error.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** How the call went. The live region says it in a sentence; the rest is there to be read. */
export function AnswerView({ state }: { state: CallState }) {
  return (
    <>
      <p role="status" className="sr-only">
        {useAnnouncement(state)}
      </p>
      {state.kind === "idle" ? null : (
        <div className="grid min-w-0 gap-3">
          <Outcome state={state} />
        </div>
      )}
    </>
  );
}

function Outcome({ state }: { state: CallState }) {
  const t = useTranslations("buyerApi.tester.answer");
  if (state.kind === "answered") return <Answered answer={state.answer} refusal={state.refusal} />;
  if (state.kind === "failed") return <Notice tone="bad">{t("failed")}</Notice>;
  if (state.kind === "stopped") return <Notice tone="info">{t("stopped")}</Notice>;
  return (
    <p className="flex items-center gap-2 text-muted text-sm" aria-hidden="true">
      <Spinner /> {t("waiting")}
    </p>
  );
}

function useAnnouncement(state: CallState): string {
  const t = useTranslations("buyerApi.tester.answer");
  if (state.kind === "idle") return "";
  if (state.kind === "sending") return t("waiting");
  if (state.kind !== "answered") return t(state.kind);
  const { status, ms } = state.answer;
  return state.refusal === null
    ? t("announced", { status, ms })
    : t("announcedRefusal", { status, ms, code: state.refusal });
}

function Answered({ answer, refusal }: { answer: TesterAnswer; refusal: string | null }) {
  const t = useTranslations("buyerApi.tester.answer");
  const isGood = answer.status < 400 && refusal === null;
  const Icon = isGood ? CircleCheck : CircleAlert;
  return (
    <>
      <h4 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-sm">
        {t("title")}
        <Badge tone={isGood ? "good" : "bad"} icon={<Icon aria-hidden="true" className="size-3.5" />}>
          <span data-testid="tester-status">{answer.status}</span>
          {refusal === null ? null : <span translate="no">· {refusal}</span>}
        </Badge>
        <span data-testid="tester-time" className="tabular font-normal text-muted">
          {t("time", { ms: formatNumber(answer.ms) })}
        </span>
      </h4>
      {refusal === null ? null : (
        <p className="text-sm">
          <LocaleLink href={errorPagePath(refusal)} className="text-link underline" target="_blank">
            {t("whatItMeans", { code: refusal })}
          </LocaleLink>
        </p>
      )}
      {/* A new answer is folded again. */}
      <AnswerBody key={`${answer.ms}:${answer.bytes}`} text={answer.text} />
      <AnswerHeaders headers={answer.headers} />
    </>
  );
}

function AnswerBody({ text }: { text: string }) {
  const t = useTranslations("buyerApi.tester.answer");
  const [lines, setLines] = useState(foldedLines);
  if (text === "") return <p className="text-muted text-sm">{t("empty")}</p>;
  const shown = shownText(text, lines);
  return (
    <div className="grid min-w-0 gap-2">
      <CodeBox
        label={t("body")}
        code={shown.text}
        copyText={text}
        copyLabel={t("copy")}
        className="max-h-[32rem]"
        head={<span className="text-muted text-xs">{t("body")}</span>}
      />
      {shown.isWhole ? null : (
        <Button size="sm" className="w-fit" onClick={() => setLines(lines + moreLines)}>
          {t("more")}
        </Button>
      )}
    </div>
  );
}

function AnswerHeaders({ headers }: { headers: TesterAnswer["headers"] }) {
  const t = useTranslations("buyerApi.tester.answer");
  if (headers.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="touch cursor-pointer py-1 font-medium">{t("headers")}</summary>
      <dl
        translate="no"
        className="grid gap-x-4 gap-y-1 pt-1 font-mono text-xs sm:grid-cols-[auto_minmax(0,1fr)]"
      >
        {headers.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="min-w-0 break-all">{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
