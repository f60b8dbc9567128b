import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";

type ListTailProps = {
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
