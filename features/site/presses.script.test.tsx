import type { ReactElement } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pressScript } from "#features/site/presses.script.ts";
import { servedPages } from "#features/site/served-page.factory.tsx";
import { eventually } from "#lib/testing/eventually.ts";

const pages = servedPages();
beforeEach(() => pages.runScript(pressScript));
afterEach(() => void vi.useRealTimers());

function serve(content: ReactElement) {
  const { place, hydrate } = pages.serve(content);
  const button = (name: string) =>
    [...place.querySelectorAll("button")].find((one) => one.textContent === name) as HTMLButtonElement;
  return { hydrate, button };
}

/** What a pointer does over `target`. */
function pointer(type: "pointerdown" | "pointerup", target: Element, at = { x: 5, y: 5 }) {
  const facts = { bubbles: true, cancelable: true, isPrimary: true, pointerId: 1, pointerType: "mouse" };
  target.dispatchEvent(new PointerEvent(type, { ...facts, clientX: at.x, clientY: at.y }));
}

function boxed(button: HTMLButtonElement): HTMLButtonElement {
  vi.spyOn(button, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 100, 40));
  return button;
}

/** Counts how often the button began and ended to look as if it were pressed; jsdom has no animations. */
function marked(button: HTMLButtonElement) {
  const seen = { begun: 0, ended: 0 };
  button.animate = () => {
    seen.begun += 1;
    const cancel = () => {
      seen.ended += 1;
    };
    return { cancel } as Animation;
  };
  return seen;
}

const afterTimers = () => new Promise((resolve) => setTimeout(resolve, 5));

describe("a press before the page listens", () => {
  it("acts as soon as it does, once, and shows meanwhile that it was taken", async () => {
    const buy = vi.fn();
    const { hydrate, button } = serve(
      <button type="button" onClick={buy}>
        Buy
      </button>,
    );
    const mark = marked(button("Buy"));
    button("Buy").click();
    button("Buy").click();
    expect([mark.begun, mark.ended]).toEqual([2, 1]);
    await hydrate();
    await eventually(() => expect(buy).toHaveBeenCalledTimes(1));
    expect(mark.ended).toBe(2);
    await afterTimers();
    expect(buy).toHaveBeenCalledTimes(1);
  });

  it("gives way to a later press of another button", async () => {
    const first = vi.fn();
    const second = vi.fn();
    const { hydrate, button } = serve(
      <>
        <button type="button" onClick={first}>
          First
        </button>
        <button type="button" onClick={second}>
          Second
        </button>
      </>,
    );
    button("First").click();
    button("Second").click();
    await hydrate();
    await eventually(() => expect(second).toHaveBeenCalledTimes(1));
    expect(first).not.toHaveBeenCalled();
  });

  it("sends a form by its handler and never by the browser", async () => {
    const sent = vi.fn();
    const byBrowser = vi.fn((event: Event) => event.preventDefault());
    addEventListener("submit", byBrowser);
    pages.end(() => removeEventListener("submit", byBrowser));
    const { hydrate, button } = serve(
      <form
        onSubmit={(event) => {
          event.preventDefault();
          sent();
        }}
      >
        <button type="submit">Send</button>
      </form>,
    );
    button("Send").click();
    expect(byBrowser).not.toHaveBeenCalled();
    await hydrate();
    await eventually(() => expect(sent).toHaveBeenCalledTimes(1));
  });

  it("is forgotten after ten seconds, and the button looks so", async () => {
    vi.useFakeTimers();
    const buy = vi.fn();
    const { hydrate, button } = serve(
      <button type="button" onClick={buy}>
        Buy
      </button>,
    );
    const mark = marked(button("Buy"));
    button("Buy").click();
    vi.advanceTimersByTime(10_100);
    expect([mark.begun, mark.ended]).toEqual([1, 1]);
    await hydrate();
    vi.advanceTimersByTime(10_100);
    expect(buy).not.toHaveBeenCalled();
  });
});

describe("a press during which the page moves", () => {
  async function twoCards() {
    const cancel = vi.fn();
    const other = vi.fn();
    const page = serve(
      <>
        <button type="button" onClick={cancel}>
          Cancel
        </button>
        <button type="button" onClick={other}>
          Other
        </button>
      </>,
    );
    await page.hydrate();
    return { ...page, cancel, other };
  }

  it("acts although the button had left when the finger did, so that no click came", async () => {
    const { button, cancel } = await twoCards();
    pointer("pointerdown", boxed(button("Cancel")));
    pointer("pointerup", document.body);
    await eventually(() => expect(cancel).toHaveBeenCalledTimes(1));
  });

  it("acts on what was pressed, not on what lies there now", async () => {
    const { button, cancel, other } = await twoCards();
    pointer("pointerdown", boxed(button("Cancel")));
    pointer("pointerup", button("Other"));
    button("Other").click();
    expect(cancel).toHaveBeenCalledTimes(1);
    await afterTimers();
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(other).not.toHaveBeenCalled();
  });

  it("acts once when nothing moves", async () => {
    const { button, cancel } = await twoCards();
    pointer("pointerdown", boxed(button("Cancel")));
    pointer("pointerup", button("Cancel"));
    button("Cancel").click();
    await afterTimers();
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  it("is none when it is let go beside the button, and none on a button that is disabled", async () => {
    const { button, cancel } = await twoCards();
    pointer("pointerdown", boxed(button("Cancel")));
    pointer("pointerup", document.body, { x: 300, y: 5 });
    await afterTimers();
    button("Cancel").disabled = true;
    pointer("pointerdown", boxed(button("Cancel")));
    pointer("pointerup", document.body);
    await afterTimers();
    expect(cancel).not.toHaveBeenCalled();
  });
});
