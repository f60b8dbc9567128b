import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { EditorsBar } from "#features/site/components/editors-bar.island.tsx";
import { type FakeRequest, fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

let refreshed = 0;
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => "/ru/blog/codes",
  useRouter: () => ({ refresh: () => (refreshed += 1) }),
}));

const words = {
  title: "Editing",
  age: "Kept copy, age:",
  notKept: "This page is not kept",
  clear: "Make the pages anew",
  cleared: "The pages are being made anew.",
};
const shown = {
  kind: "articles",
  edit: { href: "/admin/collections/articles/7?locale=ru", text: "Edit this text" },
  draft: { href: "/ru/draft/7", text: "Saved last" } as { href: string; text: string } | null,
  note: null as string | null,
  words,
};
const notFound = refusal(404, "NOT_FOUND", "There is no such thing.");

/** A page whose copy is so old, as who asks about it sees it; the copy is new once it was cleared. */
function open(answer: typeof shown | null, age: string | null = "75"): FakeRequest[] {
  let isCleared = false;
  const requests = fakeApi(({ method, path }) => {
    if (method === "HEAD") {
      const headers: Record<string, string> = age === null ? {} : { age: isCleared ? "0" : age };
      return { status: 200, body: null, headers };
    }
    if (path === "/content/shown") return { status: 200, body: { shown: answer } };
    isCleared = true;
    return { status: 200, body: { status: "cleared" } };
  });
  renderIsland(<EditorsBar />);
  return requests;
}

beforeEach(() => {
  refreshed = 0;
  sessionStorage.clear();
  useToasts.setState({ list: [] });
});

describe("the bar of the editors", () => {
  test("leads to the form of what is shown and to what was saved last, and says how old the kept copy is", async () => {
    const requests = open(shown);
    const edit = await screen.findByRole("link", { name: "Edit this text" });
    expect(edit.getAttribute("href")).toBe("/admin/collections/articles/7?locale=ru");
    expect(screen.getByRole("link", { name: "Saved last" }).getAttribute("href")).toBe("/ru/draft/7");
    expect(await screen.findByText("Kept copy, age: 01:15")).toBeDefined();
    expect(requests[0]).toMatchObject({ path: "/content/shown", query: { path: "/ru/blog/codes" } });
  });

  test("has the pages made anew once per press, shows this page anew and says so", async () => {
    const requests = open(shown);
    await screen.findByText("Kept copy, age: 01:15");
    await userEvent.click(screen.getByRole("button", { name: "Make the pages anew" }));
    expect(await screen.findByText("Kept copy, age: 00:00")).toBeDefined();
    const cleared = requests.filter(({ method }) => method === "POST");
    expect(cleared.map(({ path, body }) => [path, body])).toEqual([["/content/clear", { kind: "articles" }]]);
    expect(cleared[0]?.headers["Idempotency-Key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(refreshed).toBe(1);
    expect(useToasts.getState().list.map(({ text }) => text)).toEqual([words.cleared]);
  });

  test("says that a page is not kept", async () => {
    open(shown, null);
    expect(await screen.findByText("This page is not kept")).toBeDefined();
  });

  test("has nothing to clear on a draft, which nobody else sees", async () => {
    open({ ...shown, draft: null, note: "Draft: only editors see it" });
    expect(await screen.findByText("Draft: only editors see it")).toBeDefined();
    expect(screen.queryByRole("button")).toBeNull();
  });

  test("is not there where nothing of the editors' is shown", async () => {
    const requests = open(null);
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.queryByRole("complementary")).toBeNull();
  });

  test("is not there for whoever has its cookie and is no editor", async () => {
    const requests = fakeApi(() => notFound);
    renderIsland(<EditorsBar />);
    await waitFor(() => expect(requests).toHaveLength(1));
    expect(screen.queryByRole("complementary")).toBeNull();
  });
});
