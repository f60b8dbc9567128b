import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

type NoticeTone = "good" | "warn" | "bad" | "info";

const looks = {
  good: { icon: CircleCheck, classes: "bg-good-soft text-good" },
  warn: { icon: TriangleAlert, classes: "bg-warn-soft text-warn" },
  bad: { icon: CircleAlert, classes: "bg-bad-soft text-bad" },
  info: { icon: Info, classes: "bg-info-soft text-info" },
} as const;

/** A block inside the page that says something about what is around it. `live` announces it when it appears. */
export function Notice({
  tone = "info",
  title,
  children,
  live = false,
  className,
}: {
  tone?: NoticeTone;
  title?: ReactNode;
  children?: ReactNode;
  live?: boolean;
  className?: string;
}) {
  const { icon: Icon, classes } = looks[tone];
  return (
    <div
      role={live ? (tone === "bad" ? "alert" : "status") : undefined}
      className={cx("flex gap-3 rounded-lg p-4 text-sm", classes, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        {title ? <p className="font-semibold">{title}</p> : null}
        {children ? <div className="text-text">{children}</div> : null}
      </div>
    </div>
  );
}
