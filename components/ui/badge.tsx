import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad" | "info";

const tones: Readonly<Record<Tone, string>> = {
  neutral: "bg-sunken text-muted",
  accent: "bg-accent text-on-accent",
  good: "bg-good-soft text-good",
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  info: "bg-info-soft text-info",
};

/** A state in a word; give an icon too, colour alone says nothing. */
export function Badge({
  tone = "neutral",
  icon,
  children,
  className,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <span
      className={cx(
        "inline-flex items-center gap-1 rounded-full px-2 py-0.5 font-medium text-xs",
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
