import { screen } from "@testing-library/react";
import cookie from "js-cookie";
import { afterEach, expect, test, vi } from "vitest";
import { EditorsBarGate } from "#features/site/components/editors-bar-gate.island.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => "/faq",
  useRouter: () => ({ refresh: () => {} }),
}));

const shown = {
  kind: "faq",
  edit: { href: "/admin/collections/faq-entries?locale=en", text: "Edit these texts" },
  draft: null,
  note: null,
  words: { title: "Editing", age: "Age:", notKept: "Not kept", clear: "Anew", cleared: "Done" },
};
const answerAll = () => fakeApi(() => ({ status: 200, body: { shown } }));

afterEach(() => cookie.remove("_adminIdentity", { path: "/" }));

test("a reader without the cookie of the editors' bar gets nothing of it, and nothing is asked", async () => {
  const requests = answerAll();
  const { container } = renderIsland(<EditorsBarGate />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([container.innerHTML, requests]).toEqual(["", []]);
});

test("a browser with the cookie loads the bar, which asks what is shown", async () => {
  cookie.set("_adminIdentity", "1", { path: "/" });
  const requests = answerAll();
  renderIsland(<EditorsBarGate />);
  expect(await screen.findByRole("complementary", { name: "Editing" })).toBeDefined();
  expect(requests[0]?.path).toBe("/content/shown");
});
