import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

/** A page between header and footer: 1400 px at most. */
export function PageFrame({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx("frame base:py-6 base:lg:py-8", className)}>{children}</div>;
}

/** Title of a page with a line of explanation and room for an action at the right. */
export function PageHeading({
  title,
  lead,
  action,
}: {
  title: ReactNode;
  lead?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-4">
      <div className="grid gap-1">
        <h1 className="font-bold text-xl lg:text-2xl">{title}</h1>
        {lead ? <p className="max-w-2xl text-muted">{lead}</p> : null}
      </div>
      {action}
    </div>
  );
}

/** A narrow page with one form on a card. */
export function FormFrame({
  title,
  lead,
  children,
  footer,
}: {
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
}) {
  return (
    <div className="frame grid justify-items-center py-8 lg:py-16">
      <div className="w-full max-w-md">
        <div className="rounded-lg border border-line bg-surface p-5 sm:p-8">
          <h1 className="font-bold text-xl">{title}</h1>
          {lead ? <p className="mt-1 text-muted text-sm">{lead}</p> : null}
          <div className="mt-6">{children}</div>
        </div>
        {footer ? <div className="mt-4 text-center text-muted text-sm">{footer}</div> : null}
      </div>
    </div>
  );
}
