import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import cookie from "js-cookie";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AccountButton } from "#features/site/components/account-button.island.tsx";
import { ProfileMenu } from "#features/site/components/profile-menu.island.tsx";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

vi.mock("next/navigation", async (original) => ({
  ...(await original<typeof import("next/navigation")>()),
  usePathname: () => "/profile",
}));

const user = ["user", "renter", "partner", "staff"];
/** Every entry and who has it; what nobody else finds here is for nobody. */
const table: readonly (readonly [href: string, roles: readonly string[]])[] = [
  ["/profile", user],
  ["/profile/numbers", user],
  ["/profile/rentals", ["renter"]],
  ["/profile/pay", user],
  ["/profile/statistics", user],
  ["/profile/history", user],
  ["/profile/tariffs", user],
  ["/profile/loyalty-program", user],
  ["/profile/referral-program", user],
  ["/profile/withdrawals", user],
  ["/profile/webhooks", user],
  ["/profile/settings", user],
  ["/partner-program", ["user", "renter", "staff"]],
  ["/partner", ["partner"]],
  ["/desk", ["staff"]],
];
const entriesOf = (role: string) => table.filter(([, roles]) => roles.includes(role)).map(([href]) => href);

const wallet = { availableKopecks: 1_250, heldKopecks: 0, postedKopecks: 1_250, debtKopecks: 0, version: 1 };
const assign = vi.fn();

function signIn(role: string) {
  cookie.set("signed-in", "1");
  if (role === "renter") cookie.set("show-rent", "1");
  const flags = { ...(role === "partner" && { is_p: true }), ...(role === "staff" && { is_staff: true }) };
  const me = { id: 3, email: "a@b.test", name: "A", dynamicFields: { custom_price: false, ...flags } };
  return fakeApi(({ path }) => {
    if (path === "/users/me") return { status: 200, body: me };
    return path === "/balance" ? { status: 200, body: wallet } : { status: 200, body: {} };
  });
}

const links = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

beforeEach(() => {
  assign.mockClear();
  vi.stubGlobal("location", { ...globalThis.location, assign });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const name of Object.keys(cookie.get())) cookie.remove(name, { path: "/" });
});

/** The menu that every page has at its top, opened. */
async function openHeaderMenu() {
  renderIsland(<AccountButton isRentOpen={false} />);
  await userEvent.click(await screen.findByRole("button", { name: /^Account menu/ }));
}

describe.each(user)("the menus of a %s", (role) => {
  test(`at the top of every page and beside the profile's have what a ${role} may see and nothing else`, async () => {
    signIn(role);
    const { unmount } = renderIsland(<ProfileMenu isRentOpen={false} />);
    await waitFor(() => expect(links()).toEqual(entriesOf(role)));
    unmount();
    await openHeaderMenu();
    await waitFor(() => expect(links().toSorted()).toEqual(entriesOf(role).toSorted()));
    expect(links()[0]).toBe("/profile/pay");
  });
});

test("a guest is offered the doors at the top of a page and no page of an account", () => {
  fakeApi(() => refusal(401, "UNAUTHORIZED", "x"));
  renderIsland(<AccountButton isRentOpen />);
  expect([...new Set(links())]).toEqual(["/authorization", "/registration"]);
});

test.each(["header", "profile"])(
  "the menu of the %s shows the balance and its way to top up",
  async (place) => {
    signIn("user");
    if (place === "header") await openHeaderMenu();
    else renderIsland(<ProfileMenu isRentOpen={false} />);
    expect((await screen.findAllByText(/12,50/)).length).toBeGreaterThan(0);
    expect(screen.getByText("Balance")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Top up" }).getAttribute("href")).toBe("/profile/pay");
  },
);

test.each(["header", "profile"])(
  "the button to log out in the menu of the %s ends the session and opens the home page anew",
  async (place) => {
    const requests = signIn("user");
    if (place === "header") await openHeaderMenu();
    else renderIsland(<ProfileMenu isRentOpen={false} />);
    expect(requests.filter(({ method }) => method === "POST")).toEqual([]);
    await userEvent.click(await screen.findByRole("button", { name: "Log out" }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/"));
    expect(requests.filter(({ method }) => method === "POST").map(({ path }) => path)).toEqual([
      "/auth/logout",
    ]);
  },
);
