import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { ListTail, type ListTailProps } from "#components/ui/list-tail.tsx";
import { QueryFailure, type QueryFailureProps } from "#components/ui/query-failure.tsx";

type PagedListProps<Item> = {
  query: QueryFailureProps["query"] & ListTailProps["pages"];
  /** What has been fetched of it; undefined before the first page is there. */
  items: readonly Item[] | undefined;
  /** How many rows keep its place until then. */
  rows: number;
  /** What could not be loaded. */
  failed: string;
  /** What stands on the card when there is nothing. */
  empty: ReactNode;
  /** Words of the button for the next page. */
  more: ReactNode;
  /** An item's row: a list item with its key. */
  children: (item: Item) => ReactNode;
};

/** A list on a card that is fetched page by page, with its states: loading, failed, empty, more to come. */
export function PagedList<Item>(props: PagedListProps<Item>) {
  const { query, items, rows, failed, empty, more, children } = props;
  const ui = useTranslations("ui");
  if (!items && query.error) return <QueryFailure query={query} title={failed} />;
  if (!items)
    return (
      <Card>
        <ListSkeleton rows={rows} label={ui("loading")} />
      </Card>
    );
  if (items.length === 0) return <Card>{empty}</Card>;
  return (
    <>
      <Card>
        <ul className="divide-y divide-line">{items.map((item) => children(item))}</ul>
      </Card>
      <ListTail pages={query} more={more} wide />
    </>
  );
}
