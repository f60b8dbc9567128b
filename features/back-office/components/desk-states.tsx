import { useTranslations } from "next-intl";
import { Card } from "#components/ui/card.tsx";
import { QueryFailure, type QueryFailureProps } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";

type NotThereProps = Pick<QueryFailureProps, "query"> & {
  /** How many stand in the place of what is read. */
  rows: number;
};

/** What the desk shows in place of what it has not read: that it is being read, or why it cannot be. */
export function NotThere({ query, rows }: NotThereProps) {
  const ui = useTranslations("ui");
  if (query.error)
    return (
      <Card>
        <QueryFailure query={query} />
      </Card>
    );
  return (
    <Card className="grid gap-3 p-4" role="status" aria-label={ui("loading")}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders that never change
        <Skeleton key={row} className="h-11" />
      ))}
    </Card>
  );
}
