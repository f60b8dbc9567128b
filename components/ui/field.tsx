import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

type FieldProps = {
  /** `id` of the control; hint and error get `<id>-hint` and `<id>-error` (see `describedBy`). */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  /** Stands at the right end of the label's line: "Forgot password?" */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** Label above, hint below, error under the control. */
export function Field({ id, label, hint, error, aside, className, children }: FieldProps) {
  return (
    <div className={cx("grid content-start gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="wrap-anywhere font-medium text-sm">
          {label}
        </label>
        {aside}
      </div>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="wrap-anywhere text-muted text-sm">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="wrap-anywhere font-medium text-bad text-sm">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Attributes that tie a control to the hint and error of its field. */
export function describedBy(id: string, has: { hint?: unknown; error?: unknown }) {
  const ids = [has.hint ? `${id}-hint` : "", has.error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return {
    id,
    "aria-describedby": ids || undefined,
    "aria-invalid": has.error ? (true as const) : undefined,
  };
}
