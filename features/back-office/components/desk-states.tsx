import { useTranslations } from "next-intl";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { ErrorState } from "#components/ui/error-state.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { toApiProblem } from "#lib/api/browser-client.ts";

/** What the desk shows while something is read. */
export function DeskLoading({ rows }: { rows: number }) {
  const ui = useTranslations("ui");
  return (
    <Card className="grid gap-3 p-4" role="status" aria-label={ui("loading")}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders that never change
        <Skeleton key={row} className="h-11" />
      ))}
    </Card>
  );
}

/** What it shows when that failed. */
export function DeskError({ error, busy, retry }: { error: unknown; busy: boolean; retry: () => void }) {
  const ui = useTranslations("ui");
  const problem = toApiProblem(error);
  return (
    <Card>
      <ErrorState
        title={problem.message || ui("error")}
        requestIdLabel={ui("requestId")}
        requestId={problem.requestId}
        retry={
          <Button busy={busy} onClick={retry}>
            {ui("retry")}
          </Button>
        }
      />
    </Card>
  );
}
