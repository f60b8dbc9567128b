import { CodeFrame } from "#components/ui/code-frame.tsx";
import type { DocsWords } from "#features/api-docs/words/words.rules.ts";

/** Code or an answer as the documentation shows it. */
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
    <CodeFrame
      code={code}
      copyLabels={{ copy: labels.copy, copied: labels.copied, failed: labels.copyFailed }}
      head={<figcaption className="text-muted text-xs">{caption ?? labels.example}</figcaption>}
    />
  );
}
