import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { CopyButton } from "#components/ui/copy-button.island.tsx";

type CodeBoxProps = {
  /** Name of the block, for who cannot see it. */
  label: string;
  code: string;
  /** What is copied, when it is more than what is shown. */
  copyText?: string;
  copyLabel: string;
  /** Stands in the head, at its left end. */
  head: ReactNode;
  className?: string;
};

/** Code or an answer under a head with a copy button; long lines scroll inside. */
export function CodeBox({ label, code, copyText, copyLabel, head, className }: CodeBoxProps) {
  const ui = useTranslations("ui");
  return (
    <figure aria-label={label} className="min-w-0 overflow-hidden rounded-lg border border-line">
      <div className="flex min-h-11 items-center justify-between gap-2 border-line border-b bg-sunken py-1 pr-1 pl-3">
        <div className="min-w-0">{head}</div>
        <CopyButton
          text={copyText ?? code}
          label={copyLabel}
          copiedLabel={ui("copied")}
          failedLabel={ui("copyFailed")}
        />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus
        tabIndex={0}
        dir="ltr"
        translate="no"
        className={cx("overflow-auto bg-bg p-3 font-mono text-sm leading-relaxed", className)}
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
