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

test("one press has a waiting number replaced when no SMS comes, and another one keeps it", async () => {
  const requests = fakeApi(({ path }) => ({
    status: 200,
    body: path.endsWith("/stop")
      ? { ...watching, state: "found", closedAt: "2026-11-22T12:01:00.000Z" }
      : watching,
  }));
  renderIsland(<ReplaceToggle orderId={7} />);
  expect(requests).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Replace if no SMS comes within 2 minutes" }));
  await screen.findByText("If no SMS comes within 2 minutes, the number is replaced (1 of 3 used).");
  fireEvent.click(screen.getByRole("button", { name: "Keep this number" }));
  await screen.findByRole("button", { name: /^Replace if no SMS/ });
  await waitFor(() =>
    expect(requests.map(({ path, body }) => [path, body])).toEqual([
      ["/activations/7/replace", {}],
      ["/searches/50001/stop", {}],
    ]),
  );
  expect(requests[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
});
