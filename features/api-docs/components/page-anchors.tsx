export type Anchor = { readonly id: string; readonly text: string };

/** What stands on a long page, to jump to. */
export function PageAnchors({ label, anchors }: { label: string; anchors: readonly Anchor[] }) {
  if (anchors.length < 3) return null;
  return (
    <nav aria-label={label} className="grid gap-2">
      <p className="font-medium text-sm">{label}</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {anchors.map(({ id, text }) => (
          <li key={id} className="min-w-0">
            <a
              href={`#${id}`}
              translate="no"
              className="touch inline-flex items-center font-mono text-link text-sm underline [overflow-wrap:anywhere]"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
