import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Notice } from "#components/ui/notice.tsx";
import type { ApiProblem } from "#lib/api/browser-client.ts";

/** What went wrong with the whole form, in the API's words, with the request's id where support can use it. */
export function FormProblem({ problem, children }: { problem: ApiProblem | null; children?: ReactNode }) {
  const t = useTranslations("identity.form");
  if (!problem) return null;
  const isFault = problem.status === 0 || problem.status >= 500;
  return (
    <Notice tone="bad" live title={problem.message || t(problem.status === 0 ? "offline" : "failed")}>
      {children}
      {isFault && problem.requestId ? (
        <span className="text-muted">{t("requestId", { id: problem.requestId })}</span>
      ) : null}
    </Notice>
  );
}
