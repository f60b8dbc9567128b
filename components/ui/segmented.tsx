import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

export const segmentedClasses = "inline-flex gap-1 rounded-md border border-line bg-sunken p-1";

/** One of a few choices that lie side by side; the chosen one is raised. */
export function Segment({
  chosen,
  children,
  className,
  ...rest
}: {
  chosen: boolean;
  children: ReactNode;
  className?: string;
  onClick?: () => void;
}) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={chosen}
      className={cx(
        "touch inline-flex h-8 items-center justify-center gap-1.5 rounded px-3 font-medium text-sm transition-colors",
        chosen ? "bg-surface text-text shadow-sm" : "text-muted hover:text-text",
        className,
      )}
    >
      {children}
    </button>
  );
}
