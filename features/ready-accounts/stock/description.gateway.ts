/** Tags that a description may have, all of them bare. */
const allowedTags = ["p", "b", "strong", "i", "em", "u", "ul", "ol", "li", "h3", "h4", "code", "br"];

/**
 * Makes harmless HTML of what somebody wrote: a few tags stay, closed and without attributes; every other becomes text. What is harmless
 * already stays as it is.
 */
export async function harmlessHtml(text: string): Promise<string> {
  // It reads HTML and CSS: a process takes that in when an offer is first written.
  const { default: sanitize } = await import("sanitize-html");
  return sanitize(text, { allowedTags, allowedAttributes: {}, disallowedTagsMode: "escape" });
}
