/**
 * Takes care that nothing is lost of what is typed, ticked or chosen before React has taken hold of the page. The browser shows it, but
 * React knows nothing of it, and the first time it draws the field anew it would be gone. So it is told as soon as the page
 * listens, effects of its parts included. It runs in <head>, and its text is sent with the page: it must stand alone (no imports, no
 * names from outside).
 */
function holdTyping(): void {
  type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  const held = new Map<Field, () => void>();

  /** As the browser writes: what is set on the field itself React takes for its own doing, and hears of no change. */
  const write = (field: Field, value: string) =>
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  const tellText = (field: Field, value: string) => {
    if ("defaultValue" in field) field.value = field.defaultValue;
    write(field, value);
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const tellTick = (field: HTMLInputElement, isTicked: boolean) => {
    field.checked = !isTicked;
    field.click();
  };

  const hold = ({ target }: Event) => {
    const field = target as Element;
    if (!field.matches("input:not([type=file]), textarea, select")) return;
    if (field.matches("[type=checkbox], [type=radio]")) {
      const box = field as HTMLInputElement;
      const { checked } = box;
      held.set(box, () => tellTick(box, checked));
    } else {
      const { value } = field as Field;
      held.set(field as Field, () => tellText(field as Field, value));
    }
  };
  addEventListener("input", hold, true);
  new MutationObserver((_, observer) => {
    if (document.documentElement.dataset.listening === undefined) return;
    observer.disconnect();
    removeEventListener("input", hold, true);
    for (const [field, tell] of held) if (field.isConnected) tell();
  }).observe(document.documentElement, { attributeFilter: ["data-listening"] });
}

/** `holdTyping` for a `<script>` in <head>: a constant, so that cached pages can allow it by its hash. */
export const typingScript = `(${holdTyping.toString()})()`;
