import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { toApiProblem } from "#lib/api/browser-client.ts";

export type QueryFailureProps = {
  /** What React Query answers, as far as it is needed here. */
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  /** What could not be loaded; the API's own words then follow it. */
  title?: string;
  /** What this means for the reader. */
  children?: ReactNode;
  className?: string;
};

/** In place of what could not be loaded: what it was, the API's own words, the request's id, and another try. */
export function QueryFailure({ query, title, children, className }: QueryFailureProps) {
  const ui = useTranslations("ui");
  const problem = toApiProblem(query.error);
  return (
    <ErrorState
      {...(className ? { className } : {})}
      title={title ?? (problem.message || ui("error"))}
      requestIdLabel={ui("requestId")}
      requestId={problem.requestId}
      retry={
        <Button busy={query.isFetching} onClick={() => void query.refetch()}>
          {ui("retry")}
        </Button>
      }
    >
      {title && problem.message ? <p>{problem.message}</p> : null}
      {children}
    </ErrorState>
  );
}
