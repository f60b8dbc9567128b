/**
 * A `ref` for what appears below the edge of a form that is scrolled in itself, such as a dialog's: it is scrolled to as far as it is out of
 * sight. A press whose answer nobody sees looks like one that did nothing.
 */
export function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
