import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { SearchOverlay } from "#features/site/components/search-overlay.island.tsx";
import type { Locale } from "#lib/i18n/locales.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const visited: string[] = [];
vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  useRouter: () => ({ push: (path: string) => visited.push(path) }),
}));

const found = {
  groups: [
    {
      kind: "services",
      title: "Services",
      total: 9,
      hits: [{ title: "Indodax", href: "/indodax", lang: "en" }],
    },
    {
      kind: "articles",
      title: "Articles",
      total: 1,
      hits: [{ title: "Indonesian numbers", href: "/blog/x", lang: "en" }],
    },
  ],
  isLoose: false,
  near: [],
};
const nothing = { groups: [], isLoose: false, near: [] };
const asked: unknown[] = [];

beforeEach(() => {
  visited.length = 0;
  asked.length = 0;
});

function open(answer: object, locale: Locale = "en") {
  fakeApi(({ path, query }) => {
    asked.push([path, query.q]);
    return { status: 200, body: answer };
  });
  let isOpen = true;
  renderIsland(<SearchOverlay open onOpenChange={(next) => (isOpen = next)} />, locale);
  return { box: screen.getByRole("searchbox"), isOpen: () => isOpen };
}

describe("the search over the page", () => {
  test("shows the first hits of each kind under its name, and the way to all of them", async () => {
    const { box } = open(found);
    await userEvent.type(box, "indo");
    const service = await screen.findByRole("link", { name: "Indodax" });
    expect(service.getAttribute("href")).toBe("/indodax");
    expect(screen.getAllByRole("heading", { level: 3 }).map((one) => one.textContent)).toEqual([
      "Services",
      "Articles",
    ]);
    expect(screen.getByRole("link", { name: "All results" }).getAttribute("href")).toBe("/search?q=indo");
    expect(asked).toEqual([["/search", "indo"]]);
  });

  test("leads to the page of the search with Enter, and closes", async () => {
    const { box, isOpen } = open(found, "ru");
    await userEvent.type(box, " код и номер {Enter}");
    expect(visited).toEqual(["/ru/search?q=%D0%BA%D0%BE%D0%B4+%D0%B8+%D0%BD%D0%BE%D0%BC%D0%B5%D1%80"]);
    await waitFor(() => expect(isOpen()).toBe(false));
  });

  test("goes nowhere with Enter and asks nothing while nothing is typed", async () => {
    const { box, isOpen } = open(found);
    await userEvent.type(box, "   {Enter}");
    expect([visited, asked, isOpen()]).toEqual([[], [], true]);
    expect(screen.getByText("Type a service, a country or a question.")).toBeTruthy();
  });

  test("asks as soon as there is one letter", async () => {
    const { box } = open(found);
    await userEvent.type(box, "i");
    await screen.findByRole("link", { name: "Indodax" });
    expect(asked).toEqual([["/search", "i"]]);
  });

  test("says so where it finds nothing, and names what is called nearly so", async () => {
    const { box } = open({ ...nothing, near: [{ title: "Telegram", href: "/telegram", lang: "en" }] });
    await userEvent.type(box, "telegarm");
    await screen.findByText("Nothing found for “telegarm”");
    const near = screen.getByRole("heading", { name: "Did you mean" }).closest("section") as HTMLElement;
    expect(within(near).getByRole("link").getAttribute("href")).toBe("/telegram");
  });

  test("says what went wrong, and asks again when it is told to", async () => {
    let isDown = true;
    fakeApi(() => (isDown ? refusal(503, "UNAVAILABLE", "Come back soon") : { status: 200, body: found }));
    renderIsland(<SearchOverlay open onOpenChange={() => {}} />);
    await userEvent.type(screen.getByRole("searchbox"), "indo");
    const retry = await screen.findByRole("button", { name: "Retry" });
    isDown = false;
    await userEvent.click(retry);
    await waitFor(() => expect(screen.getByRole("link", { name: "Indodax" })).toBeTruthy());
  });
});
