import { type RefObject, useEffect, useRef } from "react";

/**
 * For what a press has opened in the place of its button: the focus, which has gone with the button, is put on the first thing in it that
 * takes one, or on itself where it has a `tabIndex`. Of what is there when it is first drawn. Who has gone elsewhere meanwhile stays there.
 */
export function useFocusFirst<Frame extends HTMLElement>(): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  useEffect(() => {
    const opened = frame.current;
    if (document.activeElement !== document.body) return;
    if (opened?.hasAttribute("tabindex")) opened.focus();
    else opened?.querySelector<HTMLElement>("a, button, input, select, textarea")?.focus();
  }, []);
  return frame;
}
