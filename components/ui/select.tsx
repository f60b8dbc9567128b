import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";
import { controlClasses } from "#components/ui/input.tsx";

/** A list to choose from. The browser's own control: best on phones, by keyboard and for screen readers. */
export function Select({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <div className="relative">
      <select {...rest} className={cx(controlClasses, "appearance-none pr-9", className)}>
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-faint"
      />
    </div>
  );
}
