import type { ReactNode } from "react";
import { cx } from "#components/ui/class-names.ts";
import { CopyButton } from "#components/ui/copy-button.island.tsx";

type CodeFrameProps = {
  /** Name of the block where its head has no caption. */
  label?: string;
  code: string;
  /** What is copied, when it is more than what is shown. */
  copyText?: string;
  /** Name of the button, and what it says afterwards. */
  copyLabels: { readonly copy: string; readonly copied: string; readonly failed: string };
  /** Stands in the head, at its left end. */
  head: ReactNode;
  className?: string;
};

/** Code or an answer under a head with a button that copies it. Long lines scroll inside the block. */
export function CodeFrame({ label, code, copyText, copyLabels, head, className }: CodeFrameProps) {
  return (
    <figure aria-label={label} className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex min-h-9 items-center justify-between gap-2 border-line border-b bg-sunken py-0.5 pr-1 pl-3">
        <div className="min-w-0">{head}</div>
        <CopyButton
          text={copyText ?? code}
          label={copyLabels.copy}
          copiedLabel={copyLabels.copied}
          failedLabel={copyLabels.failed}
        />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        dir="ltr"
        translate="no"
        className={cx("overflow-auto p-3 font-mono text-sm leading-relaxed", className)}
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
