import type { Picture } from "#features/content/media/pictures.rules.ts";
import { splitLocale } from "#lib/i18n/paths.ts";

/** How words are set off; several at once. */
const marks = ["bold", "italic", "strikethrough", "underline", "code"] as const;
export type Mark = (typeof marks)[number];

export type Words =
  | { readonly kind: "text"; readonly text: string; readonly marks: readonly Mark[] }
  | { readonly kind: "break" }
  | { readonly kind: "link"; readonly href: string; readonly words: readonly Words[] };

export type ListItem = { readonly words: readonly Words[]; readonly blocks: readonly Block[] };

/** What a text is made of. There is nothing else: what an editor's document has besides is left out. */
export type Block =
  | { readonly kind: "paragraph" | "quote"; readonly words: readonly Words[] }
  | { readonly kind: "heading"; readonly level: 2 | 3; readonly id: string; readonly words: readonly Words[] }
  | { readonly kind: "list"; readonly isNumbered: boolean; readonly items: readonly ListItem[] }
  | { readonly kind: "picture"; readonly picture: Picture }
  | { readonly kind: "rule" };

/** Lexical's bits of a text's format. */
const BITS: Readonly<Record<Mark, number>> = { bold: 1, italic: 2, strikethrough: 4, underline: 8, code: 16 };
/** Deeper than anybody writes; a document that goes on below is none. */
const DEEPEST = 12;
/** More than a text has. */
const MOST_PICTURES = 100;
const WORDS_PER_MINUTE = 200;
/** Chinese has no spaces: so many signs are read like that many words. */
const SIGNS_PER_MINUTE = 400;

type Node = Readonly<Record<string, unknown>>;
type Parts = { words: Words[]; blocks: Block[] };

/**
 * The blocks of a document of the editor (Lexical's JSON), as far as they are of the known kinds; whatever else is in it is gone. Of its
 * pictures those come through that are handed in. `ids`: what its page has already; no heading gets one of them, and each heading's is
 * added.
 */
export function readRichText(
  document: unknown,
  pictures: readonly Picture[] = [],
  ids: Set<string> = new Set(),
): Block[] {
  return childrenOf((document as Node | null)?.root)
    .flatMap((node) => pictureOf(node, pictures) ?? blockOf(node, ids, 0))
    .filter((block) => !("words" in block) || block.words.length > 0);
}

/** The pictures that a document shows, by their numbers in the library. */
export function pictureIdsOf(document: unknown): number[] {
  const found = childrenOf((document as Node | null)?.root).flatMap((node) => pictureIdOf(node) ?? []);
  return [...new Set(found)].slice(0, MOST_PICTURES);
}

/** All words of blocks, for search engines and for counting. */
export function plainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === "rule" || block.kind === "picture") return "";
      if (block.kind === "list")
        return block.items.map(({ words, blocks: below }) => `${spell(words)} ${plainText(below)}`).join(" ");
      return spell(block.words);
    })
    .join(" ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Minutes that reading takes, one at least. */
export function readingMinutes(blocks: readonly Block[]): number {
  const text = plainText(blocks);
  const signs = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.replaceAll(/\p{Script=Han}/gu, " ").match(/[\p{L}\p{M}\p{N}]+/gu)?.length ?? 0;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + signs / SIGNS_PER_MINUTE));
}

/** The headings of the first level, for a table of contents. */
export function contentsOf(blocks: readonly Block[]): { id: string; title: string }[] {
  return blocks.flatMap((block) =>
    block.kind === "heading" && block.level === 2 ? [{ id: block.id, title: spell(block.words) }] : [],
  );
}

/**
 * An address that a link may lead to: a page of ours (`/docs`; its language is the reader's, whatever was pasted), a part of this one
 * (`#refund`), the web, or mail. Null for any other.
 */
export function safeHref(address: unknown): string | null {
  if (typeof address !== "string") return null;
  const given = address.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0020\u007f\\]/.test(given)) return null;
  if (/^#[\w-]+$/.test(given)) return given;
  if (given.startsWith("/")) return ownPath(given) && ownPath(splitLocale(given).path);
  if (/^mailto:[^\s@/?]+@[^\s@/?]+$/i.test(given)) return given;
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return null;
  return new URL(given).href;
}

/** What two slashes begin is another site's. */
function ownPath(path: string): string | null {
  return path.startsWith("//") ? null : path;
}

function spell(words: readonly Words[]): string {
  return words
    .map((part) => (part.kind === "text" ? part.text : part.kind === "break" ? " " : spell(part.words)))
    .join("");
}

function childrenOf(node: unknown): Node[] {
  const children = (node as Node | null | undefined)?.children;
  return Array.isArray(children)
    ? children.filter((child) => typeof child === "object" && child !== null)
    : [];
}

/** What a picture's node holds is the number alone: nothing else of it is looked at. */
function pictureIdOf({ type, relationTo, value }: Node): number | null {
  const isPicture = type === "upload" && relationTo === "media" && Number.isInteger(value);
  return isPicture && (value as number) > 0 && (value as number) < 2 ** 31 ? (value as number) : null;
}

/** Null for what is no picture. Pictures stand between paragraphs, and in nothing. */
function pictureOf(node: Node, pictures: readonly Picture[]): Block[] | null {
  const id = pictureIdOf(node);
  if (id === null) return null;
  const picture = pictures.find((one) => one.id === id);
  return picture ? [{ kind: "picture", picture }] : [];
}

function blockOf(node: Node, ids: Set<string>, depth: number): Block[] {
  if (depth > DEEPEST) return [];
  switch (node.type) {
    case "paragraph":
    case "quote":
      return [{ kind: node.type, words: wordsOf(node, depth) }];
    case "heading": {
      const words = wordsOf(node, depth);
      return [{ kind: "heading", level: node.tag === "h3" ? 3 : 2, id: idOf(spell(words), ids), words }];
    }
    case "list": {
      const items = childrenOf(node).map((item) => itemOf(item, ids, depth + 1));
      const kept = items.filter(({ words, blocks }) => words.length + blocks.length > 0);
      return kept.length > 0 ? [{ kind: "list", isNumbered: node.listType === "number", items: kept }] : [];
    }
    case "horizontalrule":
      return [{ kind: "rule" }];
    default:
      return [];
  }
}

/** An item holds words, or lists of its own. */
function itemOf(item: Node, ids: Set<string>, depth: number): ListItem {
  const parts: Parts = { words: [], blocks: [] };
  for (const child of childrenOf(item)) {
    if (child.type === "list") parts.blocks.push(...blockOf(child, ids, depth));
    else if (child.type === "paragraph") parts.words.push(...wordsOf(child, depth));
    else parts.words.push(...wordOf(child, depth));
  }
  return parts;
}

function wordsOf(node: Node, depth: number): Words[] {
  return childrenOf(node).flatMap((child) => wordOf(child, depth + 1));
}

function wordOf(node: Node, depth: number): Words[] {
  if (depth > DEEPEST) return [];
  switch (node.type) {
    case "text": {
      const { text, format } = node;
      if (typeof text !== "string" || text === "") return [];
      const bits = typeof format === "number" ? format : 0;
      return [{ kind: "text", text, marks: marks.filter((mark) => (bits & BITS[mark]) !== 0) }];
    }
    case "linebreak":
      return [{ kind: "break" }];
    case "tab":
      return [{ kind: "text", text: " ", marks: [] }];
    case "link":
    case "autolink": {
      const words = wordsOf(node, depth).filter(({ kind }) => kind !== "link");
      const href = safeHref((node.fields as Node | undefined)?.url);
      return href === null ? words : [{ kind: "link", href, words }];
    }
    default:
      return [];
  }
}

/** What a heading is found by in the address; of the same words twice the second gets a number. */
function idOf(title: string, ids: Set<string>): string {
  const plain =
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, "-")
      .replaceAll(/^-+|-+$/g, "")
      .slice(0, 60) || "part";
  let id = plain;
  for (let number = 2; ids.has(id); number += 1) id = `${plain}-${number}`;
  ids.add(id);
  return id;
}
