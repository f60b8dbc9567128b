import type { ComponentProps, ReactNode } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { KindChoice, PeriodChoice } from "#features/statistics/users/components/period-choice.tsx";
import type { Choice, PurchaseKind } from "#features/statistics/users/users.rules.ts";

type Days = { readonly from: string; readonly to: string };
type FramedChoice<Kind> = Pick<Choice, "days" | "from" | "to"> & { readonly kind: Kind };
type FrameProps<View extends Days, Kind extends PurchaseKind> = {
  choice: FramedChoice<Kind>;
  onChange: (change: Partial<FramedChoice<Kind>>) => void;
  /** Those that can be chosen. */
  kinds: readonly Kind[];
  /** The days as the page was rendered. */
  initial: Days;
  query: ComponentProps<typeof QueryFailure>["query"] & {
    data: View | undefined;
    isError: boolean;
    isPlaceholderData: boolean;
  };
  texts: { failed: string; failedText: string; loading: string };
  children: (view: View) => ReactNode;
};

/** Figures of a period below the choice of the period and of what is counted. */
export function FiguresFrame<View extends Days, Kind extends PurchaseKind>(props: FrameProps<View, Kind>) {
  const { choice, onChange, kinds, initial, query, texts, children } = props;
  const { data: view, isError, isPlaceholderData } = query;
  const { from, to } = view ?? initial;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PeriodChoice choice={choice} shown={{ from, to }} onChange={onChange} />
        <KindChoice
          kinds={kinds}
          kind={choice.kind}
          onChange={(kind) => onChange({ kind } as Partial<FramedChoice<Kind>>)}
        />
      </div>
      {isError ? (
        <Card>
          <QueryFailure query={query} title={texts.failed}>
            <p>{texts.failedText}</p>
          </QueryFailure>
        </Card>
      ) : null}
      {view && !isError ? (
        <div
          aria-busy={isPlaceholderData}
          className={cx("grid grid-cols-1 gap-4", isPlaceholderData && "opacity-60")}
        >
          {children(view)}
        </div>
      ) : null}
      {!view && !isError ? (
        <Card>
          <ListSkeleton rows={8} label={texts.loading} />
        </Card>
      ) : null}
    </>
  );
}
