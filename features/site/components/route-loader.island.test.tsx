import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RouteLoader } from "#features/site/components/route-loader.island.tsx";
import { renderIsland } from "#lib/testing/render-island.tsx";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, "", "/");
});

const line = () => document.querySelector(".route-line");
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

function show(href: string) {
  renderIsland(
    <>
      <RouteLoader />
      <a href={href} onClick={(event) => event.preventDefault()}>
        away
      </a>
    </>,
  );
  return screen.getByText("away");
}

test("a page that is slow in coming has a line after 200 ms and words after two seconds, until it is there", () => {
  fireEvent.click(show("/services?page=2"));
  wait(190);
  expect(line()).toBeNull();
  wait(20);
  expect(line()).not.toBeNull();
  wait(2_000);
  expect(screen.getByRole("status").textContent).toBe("Loading the page");
  history.replaceState(null, "", "/services?page=2");
  wait(100);
  expect([line(), screen.getByRole("status").textContent]).toEqual([null, ""]);
});

test.each([["#faq"], ["https://example.com/"], ["/api/v1/openapi.json"], ["/"]])(
  "a press on %s announces no page",
  (href) => {
    fireEvent.click(show(href));
    wait(5_000);
    expect(line()).toBeNull();
  },
);

test("a press that opens another tab announces no page here", () => {
  fireEvent.click(show("/services"), { ctrlKey: true });
  wait(5_000);
  expect(line()).toBeNull();
});
