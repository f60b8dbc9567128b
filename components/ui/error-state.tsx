import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

type ErrorStateProps = {
  title: ReactNode;
  children?: ReactNode;
  /** "Request id" in the page's language, before the id. */
  requestIdLabel?: string;
  requestId?: string | null;
  retry?: ReactNode;
  className?: string;
};

/** Something went wrong: what happened, how to go on, and the request id for support. */
export function ErrorState({
  title,
  children,
  requestIdLabel,
  requestId,
  retry,
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cx("grid justify-items-center gap-2 wrap-anywhere px-6 py-12 text-center", className)}
    >
      <CircleAlert aria-hidden="true" className="size-8 text-bad" />
      <p className="font-semibold text-base">{title}</p>
      {children ? <div className="max-w-md text-muted text-sm">{children}</div> : null}
      {requestId ? (
        <p className="text-faint text-xs">
          {requestIdLabel} <code className="font-mono">{requestId}</code>
        </p>
      ) : null}
      {retry ? <div className="mt-3">{retry}</div> : null}
    </div>
  );
}
