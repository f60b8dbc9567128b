import { type RefObject, useEffect, useRef } from "react";

/**
 * For what a press has opened in the place of its button: the focus, which has gone with the button, is put on the first thing in it that
 * takes one. Of what is there when it is first drawn.
 */
export function useFocusFirst<Frame extends HTMLElement>(): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  useEffect(() => {
    frame.current?.querySelector<HTMLElement>("a, button, input, select, textarea")?.focus();
  }, []);
  return frame;
}
