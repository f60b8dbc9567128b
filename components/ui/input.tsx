import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

export const controlClasses =
  "touch block base:h-10 base:w-full rounded-md border border-line-strong/60 base:bg-surface base:px-3 base:text-base base:text-text placeholder:text-faint transition-colors duration-150 hover:border-line-strong disabled:opacity-60 aria-invalid:border-bad base:md:text-sm";

/** One-line text field. 16 px on phones, so that iOS does not zoom in. */
export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={cx(controlClasses, className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={cx(controlClasses, "h-auto base:min-h-24 py-2", className)} />;
}

/** A text field with an icon before it and room for a button behind it. */
export function IconInput({
  icon,
  trailing,
  className,
  frameClassName,
  ...rest
}: ComponentProps<"input"> & { icon: ReactNode; trailing?: ReactNode; frameClassName?: string }) {
  return (
    <div className={cx("relative", frameClassName)}>
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 left-0 grid w-10 place-items-center text-faint"
      >
        {icon}
      </span>
      <Input {...rest} className={cx("pl-10", trailing ? "pr-11" : "", className)} />
      {trailing ? <div className="absolute inset-y-0 right-0 flex items-center pr-1">{trailing}</div> : null}
    </div>
  );
}
