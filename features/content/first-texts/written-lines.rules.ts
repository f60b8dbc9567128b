type Node = Readonly<Record<string, unknown>>;

/** Lexical's bit of words that are set as code. */
const CODE = 16;

const text = (words: string, format = 0): Node => ({
  type: "text",
  version: 1,
  text: words,
  format,
  detail: 0,
  mode: "normal",
  style: "",
});

const element = (type: string, children: readonly Node[], more: Node = {}): Node => ({
  type,
  version: 1,
  direction: "ltr",
  format: "",
  indent: 0,
  children,
  ...more,
});

/** The words of a line; `[words](address)` is a link, and what stands between backticks is code. */
function wordsOf(line: string): Node[] {
  return line.split(/(\[[^\]]+\]\([^)]+\)|`[^`]+`)/).flatMap((part) => {
    if (part.startsWith("`")) return [text(part.slice(1, -1), CODE)];
    const [, words, url] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (words === undefined) return part === "" ? [] : [text(part)];
    return [
      element("link", [text(words)], { version: 3, fields: { url, linkType: "custom", newTab: false } }),
    ];
  });
}

/** The item that a line is, and of which list; null for a line of no list. */
function itemOf(line: string): { listType: "bullet" | "number"; words: string } | null {
  const [, mark, words] = /^(-|\d+\.) (.+)$/.exec(line) ?? [];
  if (mark === undefined || words === undefined) return null;
  return { listType: mark === "-" ? "bullet" : "number", words };
}

function listOf(lines: readonly string[]): Node {
  const items = lines.flatMap((line) => itemOf(line) ?? []);
  const listType = items[0]?.listType ?? "bullet";
  return element(
    "list",
    items.map(({ words }, at) => element("listitem", wordsOf(words), { value: at + 1 })),
    { listType, tag: listType === "number" ? "ol" : "ul", start: 1 },
  );
}

/** Lines of one list stand together; every other line stands alone. */
function groupLines(lines: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const before = last?.[0] === undefined ? null : itemOf(last[0]);
    if (last && before && itemOf(line)?.listType === before.listType) last.push(line);
    else groups.push([line]);
  }
  return groups;
}

/**
 * A document as the editor keeps it (Lexical's JSON) out of lines as people write them: `## ` begins a heading, lines with `- ` or `1. ` are a
 * list, every other line is a paragraph; `[words](address)` is a link, and what stands between backticks is code.
 */
export function richTextOf(lines: readonly string[]): Node {
  const blocks = groupLines(lines).map((group) => {
    const line = group.join();
    if (itemOf(line)) return listOf(group);
    if (line.startsWith("## ")) return element("heading", wordsOf(line.slice(3)), { tag: "h2" });
    return element("paragraph", wordsOf(line), { textFormat: 0, textStyle: "" });
  });
  return { root: element("root", blocks) };
}

/** Rows of texts by language, as statements read them: what is written in lines becomes the editor's document. */
export function textRowsOf<Text extends object>(
  byLocale: Readonly<Record<string, Text>>,
  lines: keyof Text,
): string {
  return JSON.stringify(
    Object.entries(byLocale).map(([locale, words]) => ({
      ...words,
      [lines]: richTextOf(words[lines] as readonly string[]),
      locale,
    })),
  );
}
