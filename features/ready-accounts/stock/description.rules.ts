/** Tags that a description may have, all of them bare. */
const TAGS = ["p", "b", "strong", "i", "em", "u", "ul", "ol", "li", "h3", "h4", "code", "br"] as const;
const EMPTY = new Set(["br"]);
const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const PIECE = new RegExp(String.raw`<(/?)(${TAGS.join("|")})(?:\s[^<>]*)?/?>`, "giy");

/**
 * Makes harmless HTML of what somebody wrote: everything is escaped but a few tags, which lose their attributes. Tags are closed in
 * their order, so that the text cannot reach out of its place. What is harmless already stays as it is.
 */
export function harmlessHtml(text: string): string {
  const open: string[] = [];
  let made = "";
  let at = 0;
  while (at < text.length) {
    PIECE.lastIndex = at;
    const piece = PIECE.exec(text);
    if (!piece) {
      made += escapedAt(text, at);
      at += entityAt(text, at)?.length ?? 1;
      continue;
    }
    made += piece[1] ? closed(open, tagOf(piece)) : opened(open, tagOf(piece));
    at += piece[0].length;
  }
  return made + open.toReversed().map(endTag).join("");
}

const tagOf = (piece: RegExpExecArray) => (piece[2] as string).toLowerCase();
const endTag = (tag: string) => `</${tag}>`;

function opened(open: string[], tag: string): string {
  if (!EMPTY.has(tag)) open.push(tag);
  return `<${tag}>`;
}

/** Closes a tag and those that were opened within it; one that is not open is left out. */
function closed(open: string[], tag: string): string {
  const from = open.lastIndexOf(tag);
  return from === -1 ? "" : open.splice(from).toReversed().map(endTag).join("");
}

function entityAt(text: string, at: number): string | null {
  return text[at] === "&" ? (/^&(?:[a-z]{2,8}|#\d{1,6});/i.exec(text.slice(at, at + 10))?.[0] ?? null) : null;
}

function escapedAt(text: string, at: number): string {
  const char = text[at] as string;
  return entityAt(text, at) ?? escapes[char] ?? char;
}
