import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";

/** A panel on the page. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={cx("rounded-lg border border-line bg-surface", className)} />;
}
