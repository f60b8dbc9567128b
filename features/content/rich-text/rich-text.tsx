import { createElement, Fragment, type ReactNode } from "react";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { PictureFigure } from "#features/content/media/picture-figure.tsx";
import type { Block, ListItem, Mark, Words } from "#features/content/rich-text/rich-text.rules.ts";

/** A text of the editors. What it may be made of is settled where it is read (`readRichText`). */
export function RichText({ blocks }: { blocks: readonly Block[] }) {
  return <div className="grid gap-4 leading-relaxed">{inOrder(blocks.map(renderBlock))}</div>;
}

/** Parts of a text do not move, so they need no keys. */
function inOrder(parts: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}

function renderBlock(block: Block): ReactNode {
  switch (block.kind) {
    case "paragraph":
      return <p>{renderWords(block.words)}</p>;
    case "quote":
      return (
        <blockquote className="border-line border-l-4 pl-4 text-muted">{renderWords(block.words)}</blockquote>
      );
    case "heading":
      return block.level === 2 ? (
        <h2 id={block.id} className="mt-4 font-semibold text-lg">
          {renderWords(block.words)}
        </h2>
      ) : (
        <h3 id={block.id} className="mt-2 font-semibold">
          {renderWords(block.words)}
        </h3>
      );
    case "list":
      return renderList(block);
    case "picture":
      return <PictureFigure picture={block.picture} />;
    case "rule":
      return <hr className="border-line" />;
  }
}

function renderList({ isNumbered, items }: Extract<Block, { kind: "list" }>): ReactNode {
  const lines = inOrder(items.map(renderItem));
  return isNumbered ? (
    <ol className="grid list-decimal gap-1.5 pl-6">{lines}</ol>
  ) : (
    <ul className="grid list-disc gap-1.5 pl-6">{lines}</ul>
  );
}

function renderItem({ words, blocks }: ListItem): ReactNode {
  return (
    <li>
      {renderWords(words)}
      {inOrder(blocks.map(renderBlock))}
    </li>
  );
}

function renderWords(words: readonly Words[]): ReactNode {
  return inOrder(words.map(renderPart));
}

function renderPart(part: Words): ReactNode {
  if (part.kind === "text") return <Marked text={part.text} marks={part.marks} />;
  if (part.kind === "break") return <br />;
  return <TextLink href={part.href}>{renderWords(part.words)}</TextLink>;
}

function TextLink({ href, children }: { href: string; children: ReactNode }) {
  const className = "break-words text-link underline";
  if (href.startsWith("/"))
    return (
      <LocaleLink href={href} className={className}>
        {children}
      </LocaleLink>
    );
  return (
    <a href={href} className={className} rel={href.startsWith("http") ? "nofollow noopener" : undefined}>
      {children}
    </a>
  );
}

const wraps: Readonly<Record<Mark, (inner: ReactNode) => ReactNode>> = {
  bold: (inner) => <strong>{inner}</strong>,
  italic: (inner) => <em>{inner}</em>,
  strikethrough: (inner) => <s>{inner}</s>,
  underline: (inner) => <u>{inner}</u>,
  code: (inner) => <code className="rounded-sm bg-sunken px-1 font-mono text-sm">{inner}</code>,
};

function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  return marks.reduce<ReactNode>((inner, mark) => wraps[mark](inner), text);
}
