import { cx } from "#components/ui/class-names.ts";

/** How far something has come, 0 to 1. `label` says what; the words beside it say how much is missing. */
export function ProgressBar({
  share,
  label,
  className,
}: {
  share: number;
  label: string;
  className?: string;
}) {
  const percent = Math.floor(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={cx("h-2.5 overflow-hidden rounded-full border border-line bg-sunken", className)}
    >
      <div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  );
}
