import { useTranslations } from "next-intl";
import { Card } from "#components/ui/card.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

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
  return (
    <Card>
      <QueryFailure query={{ error, isFetching: busy, refetch: retry }} />
    </Card>
  );
}
