import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

type StateProps = {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
};

/** A list without rows: what it means and what to do next. */
export function EmptyState({ icon, title, children, action, className }: StateProps) {
  return (
    <div
      className={cx("grid justify-items-center gap-2 wrap-anywhere px-6 base:py-7 text-center", className)}
    >
      {icon ? (
        <div aria-hidden="true" className="grid size-10 place-items-center rounded-full bg-sunken text-muted">
          {icon}
        </div>
      ) : null}
      <p className="font-semibold text-base">{title}</p>
      {children ? <div className="max-w-md text-muted text-sm">{children}</div> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  );
}
