import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { Spinner } from "#components/ui/spinner.tsx";

export type ButtonTone = "accent" | "soft" | "plain" | "quiet" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const tones: Readonly<Record<ButtonTone, string>> = {
  accent: "bg-accent text-on-accent hover:bg-accent-hover font-semibold",
  soft: "bg-accent-soft text-on-accent-soft hover:bg-accent hover:text-on-accent font-semibold",
  plain: "border border-line bg-surface text-text hover:border-line-strong font-medium",
  quiet: "text-text hover:bg-sunken font-medium",
  danger: "border border-line bg-surface text-bad hover:border-bad font-medium",
};

const sizes: Readonly<Record<ButtonSize, string>> = {
  sm: "base:h-8 base:px-3 base:text-sm",
  md: "base:h-10 base:px-4 base:text-sm",
  lg: "base:h-12 base:px-6 base:text-base",
};

/** Classes of a button, for links that look like one. */
export function buttonClasses(
  tone: ButtonTone = "plain",
  size: ButtonSize = "md",
  className?: string,
): string {
  return cx(
    "touch relative base:inline-flex base:shrink-0 select-none items-center base:justify-center gap-2 base:whitespace-nowrap rounded-md transition-colors duration-150",
    "disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
    tones[tone],
    sizes[size],
    className,
  );
}

type ButtonProps = ComponentProps<"button"> & {
  tone?: ButtonTone;
  size?: ButtonSize;
  /** Work is under way: a spinner takes the label's place; the width stays, and so does the name. */
  busy?: boolean;
  icon?: ReactNode;
};

/** A button. `type` is "button" unless said otherwise. */
export function Button({
  tone,
  size,
  busy = false,
  icon,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={buttonClasses(tone, size, className)}
    >
      {busy ? (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      ) : null}
      <span className={cx("inline-flex items-center gap-2", busy && "opacity-0")}>
        {icon}
        {children}
      </span>
    </button>
  );
}
