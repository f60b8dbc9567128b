import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { ReplaceToggle } from "#features/activations/search/components/replace-toggle.island.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const watching = {
  ...{ id: 50_001, state: "watching", operator: "any", attempt: 1, attempts: 30, maxPriceKopecks: 1_000 },
  ...{ service: { code: "tg", name: "Telegram", icon: null }, seconds: 60, secondsLeft: 120 },
  ...{ country: { id: 6, iso2: "ID", name: "Indonesia", icon: "" }, activationId: 7, refusal: null },
  ...{ steps: [], replace: { afterSeconds: 120, times: 3, done: 1 } },
  ...{ createdAt: "2026-11-22T12:00:00.000Z", closedAt: null },
};

function answers() {
  return fakeApi(({ path }) => ({
    status: 200,
    body: path.endsWith("/stop")
      ? { ...watching, state: "found", closedAt: "2026-11-22T12:01:00.000Z" }
      : watching,
  }));
}

const NAME = "Replace if no SMS comes within 2 minutes";
const button = (pressed: boolean) => screen.findByRole("button", { name: NAME, pressed });

test("one press has a waiting number replaced when no SMS comes, and another one keeps it", async () => {
  const requests = answers();
  renderIsland(<ReplaceToggle orderId={7} />);
  expect(requests).toEqual([]);
  fireEvent.click(await button(false));
  fireEvent.click(await button(true));
  await button(false);
  await waitFor(() =>
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      ["/activations/7/replace", {}],
      ["/searches/50001/stop", {}],
    ]),
  );
  expect(requests[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
});

test("the button that has a number replaced stays the same element with the same words, whether it is pressed or not", async () => {
  answers();
  renderIsland(<ReplaceToggle orderId={7} />);
  const before = await button(false);
  const elements = [...document.querySelectorAll("button, button *, p")];
  const words = before.textContent;
  fireEvent.click(before);
  const after = await button(true);
  await waitFor(() => expect(after.hasAttribute("disabled")).toBe(false));
  expect(after).toBe(before);
  expect(after.textContent).toBe(words);
  expect([...document.querySelectorAll("button, button *, p")]).toEqual(elements);
  fireEvent.click(after);
  expect(await button(false)).toBe(before);
});

test("a replacement says that it is one, in room that is kept for how often a number may be replaced", async () => {
  answers();
  renderIsland(<ReplaceToggle orderId={7} />);
  expect(screen.getByText("0 of 3 used").className).toContain("invisible");
  fireEvent.click(await button(false));
  const told = await screen.findByText("Replacement 1 of 3: no SMS came on the number before.");
  expect(told.className).not.toContain("invisible");
  fireEvent.click(await button(true));
  await button(false);
  expect(told.className).not.toContain("invisible");
});
