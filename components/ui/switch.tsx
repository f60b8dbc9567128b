import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

/** On or off at once, with its text. */
export function Switch({ children, className, ...rest }: ComponentProps<"input"> & { children?: ReactNode }) {
  return (
    <label className={cx("touch inline-flex cursor-pointer items-center gap-2.5 text-sm", className)}>
      <span className="relative inline-flex h-6 w-10 shrink-0">
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox brings its own checked state
          role="switch"
          {...rest}
          className="peer h-6 w-10 cursor-pointer appearance-none rounded-full border border-line-strong bg-sunken transition-colors checked:border-accent checked:bg-accent"
        />
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-line-strong transition-transform duration-150 peer-checked:translate-x-4 peer-checked:bg-on-accent"
        />
      </span>
      {children}
    </label>
  );
}
