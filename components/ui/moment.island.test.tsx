import { act, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { Moment } from "#components/ui/moment.island.tsx";
import { renderIsland } from "#lib/testing/render-island.tsx";
import { TextsFrame } from "#lib/testing/texts-frame.tsx";

const at = "2026-11-27T14:05:00.000Z";

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-27T14:10:00Z") }));

test("a moment is told from now and follows the clock, with day and time in its title", () => {
  renderIsland(<Moment at={at} zone="UTC" />);
  const shown = screen.getByText("5 minutes ago");
  expect(shown.title).toBe("11-27-2026 14:05 UTC");
  expect(shown.getAttribute("datetime")).toBe(at);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(shown.textContent).toBe("6 minutes ago");
});

test("a moment a week away or behind a word like until is told by its date", () => {
  renderIsland(
    <>
      <Moment at="2026-11-20T14:05:00.000Z" zone="UTC" />
      <Moment at={at} zone="UTC" form="date" />
    </>,
  );
  screen.getByText("11-20-2026 14:05");
  screen.getByText("11-27-2026 14:05");
});

test("a press of a finger or the Tab key shows day and time in the moment's place until the focus leaves", () => {
  renderIsland(<Moment at={at} zone="UTC" />);
  const shown = screen.getByText("5 minutes ago");
  expect(shown.tabIndex).toBe(0);
  act(() => shown.focus());
  expect([shown.textContent, shown.title]).toEqual(["11-27-2026 14:05 UTC", ""]);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(shown.textContent).toBe("11-27-2026 14:05 UTC");
  act(() => shown.blur());
  expect([shown.textContent, shown.title]).toEqual(["6 minutes ago", "11-27-2026 14:05 UTC"]);
});

test("a moment that tells its date, and one in a link or button, takes no focus", () => {
  renderIsland(
    <>
      <Moment at={at} zone="UTC" form="date" />
      <button type="button">
        <Moment at={at} zone="UTC" isInControl />
      </button>
    </>,
  );
  for (const text of ["11-27-2026 14:05", "5 minutes ago"]) expect(screen.getByText(text).tabIndex).toBe(-1);
});

test("a Chinese title names year, month and day by their characters", () => {
  renderIsland(<Moment at={at} zone="UTC" />, "cn");
  expect(screen.getByText("5分钟前").title).toBe("2026年27日11月 14:05 UTC");
});

test("the browser takes over the server's date without a mismatch, and then tells it from now", async () => {
  const page = (
    <TextsFrame locale="en" messages={{}}>
      <Moment at={at} />
    </TextsFrame>
  );
  const place = document.createElement("div");
  place.innerHTML = renderToString(page);
  expect(place.textContent).toBe("11-27-2026 14:05");
  const onRecoverableError = vi.fn();
  const root = await act(async () => hydrateRoot(place, page, { onRecoverableError }));
  expect(place.textContent).toBe("5 minutes ago");
  expect(onRecoverableError).not.toHaveBeenCalled();
  act(() => root.unmount());
});
