/**
 * Takes care that a press on a button is not lost. It runs in <head>, before anything can be pressed, and its text is sent
 * with the page: it must stand alone (no imports, no names from outside).
 *
 * - Before React has taken hold of the page a press reaches nobody. It is kept, the button is pale, and it is
 *   carried out as soon as somebody listens. The last press counts, and after ten seconds it is forgotten: nobody expects to
 *   buy by a press of long ago.
 * - What is pressed may move while the finger is on it (a code comes, its card goes to the top). The browser then gives the
 *   click to what both places have in common, or to what lies there now; it belongs to the button that was pressed.
 */
function holdPresses(): void {
  const KEPT_MS = 10_000;
  const LOOK_EVERY_MS = 30;
  /** A finger's click follows somewhat later than its `pointerup`, a mouse's at once. */
  const FINGER_CLICK_MS = 400;
  /** What lasts longer is no tap: the browser makes no click of it either. */
  const TAP_MS = 500;
  type Press = { button: HTMLButtonElement; box: DOMRect; id: number; startedMs: number; isOver: boolean };
  let held: { button: HTMLButtonElement; looksLeft: number; mark: Animation | undefined } | null = null;
  let press: Press | null = null;
  /** The button of a press that was carried out without its click: that click, should it come after all, is no second one. */
  let settled: HTMLButtonElement | null = null;

  const buttonOf = (event: Event) =>
    event.target instanceof Element ? event.target.closest<HTMLButtonElement>("button") : null;
  const isListening = (button: Element) =>
    document.documentElement.dataset.listening !== undefined &&
    Object.keys(button).some((key) => key.startsWith("__reactProps$"));
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const letGo = () => {
    held?.mark?.cancel();
    held = null;
  };
  const look = () => {
    if (!held) return;
    const { button } = held;
    held.looksLeft -= 1;
    if (isListening(button)) {
      letGo();
      button.click();
    } else if (held.looksLeft > 0 && button.isConnected) setTimeout(look, LOOK_EVERY_MS);
    else letGo();
  };
  const hold = (button: HTMLButtonElement) => {
    if (!held) setTimeout(look, LOOK_EVERY_MS);
    letGo();
    // An animation, since an attribute would not be what React finds in its own page.
    const mark = button.animate?.({ opacity: [0.6, 0.6] }, { duration: KEPT_MS });
    held = { button, looksLeft: KEPT_MS / LOOK_EVERY_MS, mark };
  };

  const begin = (event: PointerEvent) => {
    const button = event.isPrimary && event.button === 0 ? buttonOf(event) : null;
    settled = null;
    press =
      button && !button.disabled
        ? {
            button,
            box: button.getBoundingClientRect(),
            id: event.pointerId,
            startedMs: event.timeStamp,
            isOver: false,
          }
        : null;
  };
  const end = (event: PointerEvent) => {
    const own = press;
    if (!own || own.id !== event.pointerId) return;
    const { clientX: x, clientY: y, pointerType, timeStamp } = event;
    const isMouse = pointerType === "mouse";
    const isInside = x >= own.box.left && x <= own.box.right && y >= own.box.top && y <= own.box.bottom;
    if (!isInside || (!isMouse && timeStamp - own.startedMs > TAP_MS)) {
      press = null;
      return;
    }
    own.isOver = true;
    const carryOut = () => {
      if (press !== own) return;
      press = null;
      settled = own.button;
      own.button.click();
    };
    setTimeout(carryOut, isMouse ? 0 : FINGER_CLICK_MS);
  };
  const click = (event: MouseEvent) => {
    const button = buttonOf(event);
    const own = press?.isOver ? press : null;
    if (own) press = null;
    if (own && own.button !== button && own.button.isConnected) {
      stop(event);
      own.button.click();
    } else if (event.isTrusted && event.detail > 0 && button !== null && button === settled) {
      settled = null;
      stop(event);
    } else if (button && !isListening(button)) {
      stop(event);
      hold(button);
    }
  };
  addEventListener("pointerdown", begin, true);
  addEventListener("pointerup", end, true);
  addEventListener("pointercancel", () => (press = null), true);
  addEventListener("click", click, true);
}

/** `holdPresses` for a `<script>` in <head>: a constant, so that cached pages can allow it by its hash. */
export const pressScript = `(${holdPresses.toString()})()`;
