type TextBox = HTMLInputElement | HTMLTextAreaElement;

/**
 * Tells React what was typed into `box` before it took hold of the page. The browser keeps such a text while React knows nothing of
 * it, and the next time the field is drawn it would be gone: a letter of a search, an address that the browser filled in.
 * To be called when the field is mounted, before anything is drawn anew; one that did not come with the page has nothing to tell.
 */
export function tellTypedEarly(box: TextBox): void {
  const typed = box.value;
  if (typed === box.defaultValue) return;
  const write = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value")?.set;
  // React takes note of what is set here, and of an event only when the text is another one than it noted.
  box.value = box.defaultValue;
  write?.call(box, typed);
  box.dispatchEvent(new Event("input", { bubbles: true }));
}
