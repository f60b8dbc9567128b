import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

type StateProps = {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** The card around it has padding of its own. */
  isFlush?: boolean;
};

/** A list without rows on a card: one row that says what it means and what to do next. For a whole page use `EmptyPage`. */
export function EmptyState({ icon, title, children, action, isFlush = false }: StateProps) {
  return (
    <div className={cx("flex flex-wrap items-center gap-x-6 gap-y-3 wrap-anywhere", isFlush || "p-4")}>
      <div className="flex min-w-0 flex-1 basis-60 items-center gap-3">
        {icon ? (
          <span aria-hidden="true" className="shrink-0 text-muted">
            {icon}
          </span>
        ) : null}
        <div className="grid min-w-0 gap-0.5">
          <p className="font-semibold">{title}</p>
          {children ? <div className="max-w-2xl text-muted text-sm">{children}</div> : null}
        </div>
      </div>
      {action}
    </div>
  );
}
