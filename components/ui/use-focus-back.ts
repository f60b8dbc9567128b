import { type RefObject, useEffect, useRef } from "react";

/** The name of what is open; `true` where only one thing can be; `null` or `false`: nothing is. */
type Opened = string | number | boolean | null;

/**
 * For a part in which something opens in the place of the pressed button and closes again: the focus, which goes with what was pressed,
 * is put on the first field of what has opened, and on closing on what carries `data-focus-back` with the same name; where that has gone
 * too, on the part's heading (`tabIndex` -1), or else on the part. Who has gone elsewhere meanwhile stays there, and the first render
 * moves nothing. What is loaded only when it opens takes the focus itself: see `useFocusFirst`. Dialogs do all of it themselves.
 */
export function useFocusBack<Frame extends HTMLElement>(opened: Opened): RefObject<Frame | null> {
  const frame = useRef<Frame>(null);
  const before = useRef(opened);
  useEffect(() => {
    const last = before.current;
    if (last === opened) return;
    before.current = opened;
    if (opened !== null && opened !== false) {
      focusLost(frame.current?.querySelector<HTMLElement>("input, select, textarea"));
      return;
    }
    // After whatever the same answer changes: it may take the button away.
    const timer = setTimeout(() => focusLost(placeIn(frame.current, last)));
    return () => clearTimeout(timer);
  }, [opened]);
  return frame;
}

function placeIn(frame: HTMLElement | null, name: Opened): HTMLElement | null | undefined {
  return (
    frame?.querySelector<HTMLElement>(`[data-focus-back="${name}"]:not(:disabled)`) ??
    frame?.querySelector<HTMLElement>('[tabindex="-1"]') ??
    frame
  );
}

/** Moves the focus where it is nowhere. */
function focusLost(place: HTMLElement | null | undefined): void {
  if (document.activeElement === document.body) place?.focus();
}
