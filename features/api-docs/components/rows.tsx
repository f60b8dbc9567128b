import type { ReactNode } from "react";
import { InlineCode } from "#features/api-docs/components/rich-text.tsx";

export type Row = {
  readonly name: string;
  /** Beside the name: a mark such as "required". */
  readonly mark?: ReactNode;
  readonly text: ReactNode;
  /** A third column on wide screens. */
  readonly more?: ReactNode;
  readonly id?: string;
};

/** Names with what they mean: two columns, one below the other on phones. Nothing bursts at 390 px. */
export function Rows({ label, rows }: { label?: string; rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <dl aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface">
      {rows.map(({ id, name, mark, text, more }) => (
        <div
          key={id ?? name}
          id={id}
          className="grid gap-x-4 gap-y-1 px-3 py-2.5 text-sm md:grid-cols-[15rem_minmax(0,1fr)]"
        >
          <dt className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
            <InlineCode>{name}</InlineCode>
            {mark}
          </dt>
          <dd className="min-w-0 text-muted">
            {text}
            {more ? <div className="mt-1 text-faint text-xs">{more}</div> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
