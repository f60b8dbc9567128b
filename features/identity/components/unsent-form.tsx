import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/notice.tsx";
import type { ApiProblem } from "#lib/api/browser-client.ts";

/** Why an open form was not sent: a refusal that belongs to no field, or a fault with the request's id. */
export function UnsentForm({ problem, title }: { problem: ApiProblem | null; title: string }) {
  const ui = useTranslations("ui");
  if (!problem) return null;
  return (
    <Notice tone="bad" live title={title}>
      {[problem.message || ui("error"), problem.status >= 500 ? problem.requestId : null]
        .filter(Boolean)
        .join(" · ")}
    </Notice>
  );
}
