import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { NotThere } from "#features/back-office/components/desk-states.tsx";

type Pages<Item> = { pages: { items: Item[]; hasMore: boolean }[] };
export type DeskListProps<Item> = {
  query: UseInfiniteQueryResult<Pages<Item>>;
  empty: string;
  children: (item: Item) => ReactNode;
};

/** A list by pages with its states: loading, failed, empty, more to come. */
export function DeskList<Item extends { id: number }>({ query, empty, children }: DeskListProps<Item>) {
  const t = useTranslations("backOffice");
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  if (!data) return <NotThere query={query} rows={6} />;
  const items = data.pages.flatMap((page) => page.items);
  if (items.length === 0) {
    return (
      <Card>
        <EmptyState icon={<Inbox className="size-6" />} title={empty} />
      </Card>
    );
  }
  return (
    <div className="grid gap-4">
      <Card className="overflow-hidden">
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <li key={item.id} tabIndex={-1} data-entry className="-outline-offset-2">
              {children(item)}
            </li>
          ))}
        </ul>
      </Card>
      {hasNextPage ? (
        <Button
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t("more")}
        </Button>
      ) : null}
    </div>
  );
}

/** One row: what it is at the left, figures and state at the right; below each other on phones. */
export function DeskRow({
  main,
  aside,
  children,
}: {
  main: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-3 px-4 py-3 text-sm">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="grid min-w-0 flex-1 basis-64 gap-1">{main}</div>
        {aside ? <div className="flex flex-wrap items-center gap-3 sm:justify-end">{aside}</div> : null}
      </div>
      {children}
    </div>
  );
}
