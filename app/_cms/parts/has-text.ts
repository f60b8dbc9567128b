/** Whether a field holds anything to read: words, or rich text with words somewhere in it. */
export function hasText(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value !== "object" || value === null) return false;
  const { root, children, text } = value as { root?: unknown; children?: unknown; text?: unknown };
  if (root !== undefined) return hasText(root);
  if (Array.isArray(children)) return children.some(hasText);
  return hasText(text);
}
