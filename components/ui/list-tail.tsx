import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { QueryFailure, type QueryFailureProps } from "#components/ui/query-failure.tsx";

export type ListTailProps = {
  /** The pages as they are fetched. */
  pages: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly fetchNextPage: () => unknown;
  };
  /** Words of the button. */
  more: ReactNode;
  /** What to say when the last fetch failed; nothing when left out. */
  failure?: ReactNode;
  /** The button takes the whole width. */
  wide?: boolean;
};

/** The end of a list that is fetched page by page: what went wrong, and the button for more while there is more. */
export function ListTail({ pages, more, failure, wide = false }: ListTailProps) {
  return (
    <>
      {failure ? (
        <p role="alert" className={cx("text-bad text-sm", wide && "py-2 text-center")}>
          {failure}
        </p>
      ) : null}
      {pages.hasNextPage ? (
        <div className={cx(wide && "pt-2")}>
          <Button
            className={cx(wide && "w-full")}
            busy={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {more}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type ListEndProps = {
  query: QueryFailureProps["query"] & ListTailProps["pages"];
  /** Words of the button. */
  more: ReactNode;
  /** What to say when the last fetch failed. */
  failed: string;
  failedText: string;
};

/** The end of a list on a card of its own: a fetch that failed, with another try, or the button for more below a line. */
export function ListEnd({ query, more, failed, failedText }: ListEndProps) {
  const { error, isFetching, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (error)
    return (
      <QueryFailure
        query={{ error, isFetching, refetch: hasNextPage ? fetchNextPage : refetch }}
        title={failed}
      >
        <p>{failedText}</p>
      </QueryFailure>
    );
  if (!hasNextPage) return null;
  return (
    <div className="grid border-line border-t p-4">
      <Button busy={isFetchingNextPage} className="justify-self-center" onClick={() => void fetchNextPage()}>
        {more}
      </Button>
    </div>
  );
}
