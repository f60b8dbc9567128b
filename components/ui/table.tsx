import type { ComponentProps, ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

/** A table that scrolls sideways inside its frame on narrow screens; `label` names it. */
export function Table({
  label,
  head,
  children,
  className,
}: {
  label: string;
  head: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className={cx("overflow-x-auto rounded-lg border border-line bg-surface", className)}
    >
      <table className="w-full border-collapse text-left text-sm">
        <thead className="border-line border-b bg-sunken text-muted text-xs">{head}</thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </section>
  );
}

export function HeadCell({ className, ...rest }: ComponentProps<"th">) {
  return <th scope="col" {...rest} className={cx("whitespace-nowrap px-4 py-2.5 font-medium", className)} />;
}

export function Cell({ className, ...rest }: ComponentProps<"td">) {
  return <td {...rest} className={cx("px-4 py-3", className)} />;
}
