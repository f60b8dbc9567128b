import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";

export const iconButtonClasses =
  "touch inline-grid base:size-10 shrink-0 place-items-center rounded-md base:text-text transition-colors duration-150 hover:bg-sunken disabled:cursor-not-allowed disabled:opacity-50";

/** A square button with an icon; `label` is its name for everybody who does not see it. */
export function IconButton({ label, className, ...rest }: ComponentProps<"button"> & { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(iconButtonClasses, className)}
    />
  );
}
