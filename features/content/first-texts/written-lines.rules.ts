type Node = Readonly<Record<string, unknown>>;

const text = (words: string): Node => ({
  type: "text",
  version: 1,
  text: words,
  format: 0,
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

/** The words of a line; `[words](address)` is a link. */
function wordsOf(line: string): Node[] {
  return line.split(/(\[[^\]]+\]\([^)]+\))/).flatMap((part) => {
    const [, words, url] = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part) ?? [];
    if (words === undefined) return part === "" ? [] : [text(part)];
    return [
      element("link", [text(words)], { version: 3, fields: { url, linkType: "custom", newTab: false } }),
    ];
  });
}

/**
 * A document as the editor keeps it (Lexical's JSON) out of lines as people write them: `## ` begins a heading, lines with `- ` are a list,
 * every other line is a paragraph; `[words](address)` is a link.
 */
export function richTextOf(lines: readonly string[]): Node {
  const blocks: Node[] = [];
  let items: Node[] = [];
  const endList = () => {
    if (items.length > 0) blocks.push(element("list", items, { listType: "bullet", tag: "ul", start: 1 }));
    items = [];
  };
  for (const line of lines) {
    if (line.startsWith("- ")) {
      items.push(element("listitem", wordsOf(line.slice(2)), { value: items.length + 1 }));
      continue;
    }
    endList();
    if (line.startsWith("## ")) blocks.push(element("heading", wordsOf(line.slice(3)), { tag: "h2" }));
    else blocks.push(element("paragraph", wordsOf(line), { textFormat: 0, textStyle: "" }));
  }
  endList();
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
