import { Link2 } from "lucide-react";
import type { ReactNode } from "react";
import { RichText } from "#features/api-docs/components/rich-text.tsx";
import type { Facts, Section } from "#features/api-docs/words/words.rules.ts";

/** A heading that can be linked to. */
export function AnchorHeading({
  id,
  linkLabel,
  children,
}: {
  id: string;
  linkLabel: string;
  children: ReactNode;
}) {
  return (
    <h2
      id={id}
      className="group flex flex-wrap items-center gap-2 font-semibold text-lg [overflow-wrap:anywhere]"
    >
      {children}
      <a
        href={`#${id}`}
        aria-label={linkLabel}
        title={linkLabel}
        className="hidden rounded p-1 text-faint opacity-0 lg:block hover:text-text focus-visible:opacity-100 group-hover:opacity-100"
      >
        <Link2 aria-hidden="true" className="size-4" />
      </a>
    </h2>
  );
}

type DocsSectionProps = { section: Section; facts: Facts; linkLabel: string; children?: ReactNode };

/** A section of a page: words, then what is drawn from the contracts. */
export function DocsSection({ section, facts, linkLabel, children }: DocsSectionProps) {
  const { id, title, text, items } = section;
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-3">
      <AnchorHeading id={id} linkLabel={linkLabel}>
        {title}
      </AnchorHeading>
      {text.map((line) => (
        <p key={line} className="max-w-3xl text-muted leading-relaxed">
          <RichText text={line} facts={facts} />
        </p>
      ))}
      {items ? (
        <ul className="grid max-w-3xl list-disc gap-1.5 pl-5 text-muted leading-relaxed">
          {items.map((line) => (
            <li key={line}>
              <RichText text={line} facts={facts} />
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </section>
  );
}
