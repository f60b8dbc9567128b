"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useFocusFirst } from "#components/ui/use-focus-first.ts";
import { LogInFirst } from "#features/community/comments/components/log-in-first.tsx";
import { SentForm } from "#features/identity/components/sent-form.tsx";
import { UnsentForm } from "#features/identity/components/unsent-form.tsx";
import { useVisitor } from "#features/site/visitor.client.ts";
import { type ApiProblem, api, toApiProblem } from "#lib/api/browser-client.ts";
import { callOnce } from "#lib/api/call-once.ts";

/** Asks once more, and tells the staff that a comment should not be shown. */
export function ReportForm({ commentId }: { commentId: number }) {
  const t = useTranslations("community.comments");
  const { visitor, isKnown } = useVisitor();
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const frame = useFocusFirst<HTMLDivElement>();
  if (isKnown && !visitor) return <LogInFirst />;
  if (isSent) {
    return (
      <SentForm>
        <p>{t("reported")}</p>
      </SentForm>
    );
  }
  const report = async () => {
    setProblem(null);
    setBusy(true);
    try {
      await callOnce(`comment-report:${commentId}`, {}, (headers) =>
        api.post(`comments/${commentId}/report`, undefined, { headers }),
      );
      setSent(true);
    } catch (error) {
      setProblem(toApiProblem(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div ref={frame} className="grid gap-3">
      <p className="text-sm">{t("reportAsk")}</p>
      <UnsentForm problem={problem} title={t("failed")} />
      <Button tone="danger" className="w-fit" busy={isBusy} disabled={!isKnown} onClick={report}>
        {t("reportSend")}
      </Button>
    </div>
  );
}
