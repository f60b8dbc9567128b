import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { cx } from "#components/ui/class-names.ts";
import { CodeFrame } from "#components/ui/code-frame.tsx";

type CodeBoxProps = Omit<ComponentProps<typeof CodeFrame>, "copyLabels"> & { copyLabel: string };

/** Code or an answer of a test, on the page's background instead of the panel's. */
export function CodeBox({ copyLabel, className, ...rest }: CodeBoxProps) {
  const ui = useTranslations("ui");
  return (
    <CodeFrame
      {...rest}
      className={cx("bg-bg", className)}
      copyLabels={{ copy: copyLabel, copied: ui("copied"), failed: ui("copyFailed") }}
    />
  );
}
