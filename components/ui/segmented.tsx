import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";

export const segmentedClasses = "inline-flex gap-1 rounded-md border border-line bg-sunken p-1";

/** One of a few choices that lie side by side; the chosen one is raised. */
export function Segment({
  chosen,
  children,
  className,
  ...rest
}: {
  chosen: boolean;
  children: ReactNode;
  className?: string;
  onClick?: () => void;
}) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={chosen}
      className={cx(
        "touch inline-flex h-8 items-center justify-center gap-1.5 rounded base:px-3 font-medium base:text-sm transition-colors",
        chosen ? "bg-surface text-text shadow-sm" : "text-muted hover:text-text",
        className,
      )}
    >
      {children}
    </button>
  );
}

type SegmentedChoiceProps<Value extends string> = {
  /** What is chosen here, for those who do not see the choices side by side. */
  label: string;
  values: readonly Value[];
  chosen: Value;
  onChoose: (value: Value) => void;
  textOf: (value: Value) => ReactNode;
  /** Many choices or long words: on phones they take more than one line. */
  wraps?: boolean;
};

/** A choice of a few; on phones it takes the whole width. */
export function SegmentedChoice<Value extends string>(props: SegmentedChoiceProps<Value>) {
  const { label, values, chosen, onChoose, textOf, wraps = false } = props;
  return (
    <fieldset
      aria-label={label}
      className={cx(segmentedClasses, "max-sm:w-full", wraps && "max-sm:flex-wrap")}
    >
      {values.map((value) => (
        <Segment
          key={value}
          chosen={chosen === value}
          className={wraps ? "whitespace-nowrap max-sm:flex-auto max-sm:px-2" : "max-sm:flex-1"}
          onClick={() => onChoose(value)}
        >
          {textOf(value)}
        </Segment>
      ))}
    </fieldset>
  );
}
