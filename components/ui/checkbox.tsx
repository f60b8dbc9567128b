import { Check } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

/** Checkbox with its text; the whole line is the target. */
export function Checkbox({
  children,
  className,
  ...rest
}: ComponentProps<"input"> & { children: ReactNode }) {
  return (
    <label className={cx("touch flex cursor-pointer items-start gap-3 py-1 text-sm", className)}>
      <span className="relative mt-0.5 grid size-5 shrink-0 place-items-center">
        <input
          type="checkbox"
          {...rest}
          className="peer size-5 cursor-pointer appearance-none rounded-sm border border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent aria-invalid:border-bad"
        />
        <Check
          aria-hidden="true"
          strokeWidth={3}
          className="pointer-events-none absolute size-3.5 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span>{children}</span>
    </label>
  );
}
