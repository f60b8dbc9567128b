import { useTranslations } from "next-intl";
import { Notice } from "#components/ui/notice.tsx";
import type { ApiProblem } from "#lib/api/browser-client.ts";

/** A refusal that belongs to no field of its form, or a fault with the request's id. */
export function FormProblem({ problem, title }: { problem: ApiProblem | null; title: string }) {
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
