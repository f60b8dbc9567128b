/** Every element with the names of its attributes, in order: what a text may never change, whatever it says. */
export function skeletonOf(root: ParentNode): string[] {
  return [...root.querySelectorAll("*")].map((element) =>
    [element.localName, ...element.getAttributeNames().toSorted()].join(" "),
  );
}
