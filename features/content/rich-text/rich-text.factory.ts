type Node = Readonly<Record<string, unknown>>;

/**
 * A document of the editor that has the words in every place that holds any. `pictures`: the numbers of those it shows.
 */
export function documentOf(words: string, pictures: readonly number[] = []): Node {
  const text = { type: "text", text: words, format: 0 };
  const marked = { ...text, format: 31 };
  const holding = (type: string, more: Node = {}) => ({ type, ...more, children: [text] });
  const item = {
    type: "listitem",
    children: [text, { type: "list", listType: "number", children: [holding("listitem")] }],
  };
  return {
    root: {
      type: "root",
      children: [
        ...["h2", "h2", "h2", "h3"].map((tag) => holding("heading", { tag })),
        { type: "paragraph", children: [text, { type: "linebreak" }, marked] },
        { type: "paragraph", children: [holding("link", { fields: { url: "/docs" } })] },
        holding("quote"),
        { type: "list", listType: "bullet", children: [item] },
        ...pictures.map((value) => ({ type: "upload", relationTo: "media", value })),
      ],
    },
  };
}

/** A document whose only link leads to an address. */
export function linkingDocument(url: string): Node {
  const link = { type: "link", fields: { url }, children: [{ type: "text", text: "words", format: 0 }] };
  return { root: { type: "root", children: [{ type: "paragraph", children: [link] }] } };
}
