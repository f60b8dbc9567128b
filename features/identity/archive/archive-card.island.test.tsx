import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { ArchiveView } from "#features/identity/archive/archive.contract.ts";
import { ArchiveCard } from "#features/identity/archive/archive-card.island.tsx";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();
const archive = (more: Partial<NonNullable<ArchiveView["archive"]>> = {}) => ({
  status: 200,
  body: {
    archive: {
      ...{ id: 7, state: "asked", askedAt: "2026-11-20T10:00:00.000Z", endsAt: null, sizeBytes: null },
      ...more,
    },
  },
});
const none = { status: 200, body: { archive: null } };

describe("the card of one's own data", () => {
  test("asks for the file at a press and says that it is being prepared", async () => {
    const calls = fakeApi(({ method }) => (method === "POST" ? archive() : none));
    renderIsland(<ArchiveCard />);
    await user.click(await screen.findByRole("button", { name: "Prepare the file" }));
    await screen.findByText("Your file is being prepared");
    expect(screen.queryByRole("button", { name: "Prepare the file" })).toBeNull();
    expect(calls.filter(({ method }) => method === "POST")).toMatchObject([{ path: "/users/archive" }]);
  });

  test("keeps the focus on its heading when its button has gone with the press", async () => {
    fakeApi(({ method }) => (method === "POST" ? archive() : none));
    renderIsland(<ArchiveCard />);
    await user.click(await screen.findByRole("button", { name: "Prepare the file" }));
    await screen.findByText("Your file is being prepared");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2 })));
  });

  test("leads to the ready file and says how large it is and until when it is there", async () => {
    fakeApi(() => archive({ state: "ready", endsAt: "2026-11-21T10:00:00.000Z", sizeBytes: 2_100_000 }));
    renderIsland(<ArchiveCard />);
    const link = await screen.findByRole("link", { name: /^Download \(2,?\s?051 KB\)$/ });
    expect(link.getAttribute("href")).toBe("/api/users/archive/7/file");
    expect(screen.getByRole("status").textContent).toContain("Available until");
  });

  test("says that a file could not be prepared, and lets ask for it again", async () => {
    fakeApi(() => archive({ state: "failed" }));
    renderIsland(<ArchiveCard />);
    await screen.findByText("The file could not be prepared");
    expect(screen.getByRole("button", { name: "Prepare the file" })).toBeTruthy();
  });

  test("keeps the button with the reason where asking was refused", async () => {
    fakeApi(({ method }) => (method === "POST" ? refusal(429, "TOO_MANY_ATTEMPTS", "Wait an hour.") : none));
    renderIsland(<ArchiveCard />);
    await user.click(await screen.findByRole("button", { name: "Prepare the file" }));
    expect((await screen.findByRole("alert")).textContent).toContain("Wait an hour.");
    expect(screen.getByRole("button", { name: "Prepare the file" })).toBeTruthy();
  });
});
