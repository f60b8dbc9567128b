import { useEffect, useRef } from "react";

/**
 * Keeps the focus inside a choice that opens and closes under it: on the box while it is open, on the button that opens it
 * again once something is chosen. The first render moves nothing.
 */
export function useKeptFocus(isOpen: boolean) {
  const frame = useRef<HTMLFieldSetElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current === isOpen) return;
    wasOpen.current = isOpen;
    frame.current?.querySelector<HTMLElement>(isOpen ? "input" : "button")?.focus();
  }, [isOpen]);
  return frame;
}
