import { CopyButton } from "#components/ui/copy-button.island.tsx";
import type { DocsWords } from "#features/buyer-api/docs/words/rules.ts";

/** Code or an answer, with a button that copies it. Long lines scroll inside the block. */
export function CodeBlock({
  code,
  caption,
  labels,
}: {
  code: string;
  caption?: string;
  labels: DocsWords["labels"];
}) {
  return (
    <figure className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface">
      <div className="flex min-h-9 items-center justify-between gap-2 border-line border-b bg-sunken pr-1 pl-3">
        <figcaption className="text-muted text-xs">{caption ?? labels.example}</figcaption>
        <CopyButton
          text={code}
          label={labels.copy}
          copiedLabel={labels.copied}
          failedLabel={labels.copyFailed}
        />
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        dir="ltr"
        translate="no"
        className="overflow-x-auto p-3 font-mono text-sm leading-relaxed"
      >
        <code>{code}</code>
      </pre>
    </figure>
  );
}
