import type { ReactNode } from "react";

type EmptyPageProps = {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
};

/** A page that has nothing to show but this: what it means and what to do next. On a card use `EmptyState`. */
export function EmptyPage({ icon, title, children, action }: EmptyPageProps) {
  return (
    <div className="grid justify-items-center gap-2 wrap-anywhere px-6 py-7 text-center">
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
