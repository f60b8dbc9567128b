import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

export type Fact = readonly [label: string, value: ReactNode];

/** Labelled values: two columns where there is room. Those without a value are left out. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return (
    <dl className={cx("grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]", className)}>
      {shown.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted max-sm:-mb-1.5">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
