import { fireEvent, screen } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, expect, test, vi } from "vitest";
import { ConsentChoice } from "#features/site/components/consent-choice.island.tsx";
import { renderIsland } from "#lib/testing/render-island.tsx";

const reload = vi.fn();
const former = globalThis.location;
const here = { hostname: former.hostname, protocol: former.protocol, reload };

afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockClear();
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});

const answer = (name: string) => screen.getByRole("button", { name });

test("leave to count visits can be taken back: its number and the counters' cookies go, and the counters with the page", () => {
  vi.stubGlobal("location", here);
  for (const [name, value] of Object.entries({
    ...{ "cookie-notice": "all", "session-token": "frnt12345678", currency: "usd" },
    ...{ _ga: "GA1.1.1", _ga_TEST1: "GS1", _ym_uid: "17" },
  }))
    cookie.set(name, value, { path: "/" });
  renderIsland(<ConsentChoice />);
  expect(answer("Yes, count").getAttribute("aria-pressed")).toBe("true");
  fireEvent.click(answer("Yes, count"));
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(answer("Only what is needed"));
  expect(cookie.get()).toEqual({ "cookie-notice": "necessary", currency: "usd" });
  expect(answer("Only what is needed").getAttribute("aria-pressed")).toBe("true");
  expect(reload).toHaveBeenCalledOnce();
});

test("leave that was refused can be given later, at the same place", () => {
  vi.stubGlobal("location", here);
  cookie.set("cookie-notice", "necessary", { path: "/" });
  renderIsland(<ConsentChoice />);
  fireEvent.click(answer("Yes, count"));
  expect(cookie.get("cookie-notice")).toBe("all");
  expect(cookie.get("session-token")).toMatch(/^frnt[0-9a-f]{32}$/);
  expect(reload).not.toHaveBeenCalled();
});
