import { LocaleLink } from "#components/ui/locale-link.tsx";
import { type Facts, fillIn, parseInline } from "#features/api-docs/words/words.rules.ts";

/** Code within a line. Long words break, so that they never burst a phone. */
export function InlineCode({ children }: { children: string }) {
  return (
    <code
      dir="ltr"
      translate="no"
      className="rounded bg-sunken [overflow-wrap:anywhere] px-1 py-0.5 font-mono text-[0.875em] text-text"
    >
      {children}
    </code>
  );
}

/** A text of the documentation: code between backticks, links, figures of the product in braces. */
export function RichText({ text, facts }: { text: string; facts: Facts }) {
  return parseInline(fillIn(text, facts)).map((part, index) => {
    // Parts never move: their place is their name.
    const key = `${index} ${part.text}`;
    if (part.kind === "code") return <InlineCode key={key}>{part.text}</InlineCode>;
    if (part.kind === "link") {
      // Descriptions for machines are no pages: they have no language.
      if (part.href.startsWith("/api/")) {
        return (
          <a key={key} href={part.href} className="text-link underline">
            {part.text}
          </a>
        );
      }
      return (
        <LocaleLink key={key} href={part.href} className="text-link underline">
          {part.text}
        </LocaleLink>
      );
    }
    return <span key={key}>{part.text}</span>;
  });
}
