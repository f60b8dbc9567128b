import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import cookie from "js-cookie";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AccountButton } from "#features/site/components/account-button.island.tsx";
import { AccountLinks, BalanceLine } from "#features/site/components/account-links.island.tsx";
import { FooterAccount } from "#features/site/components/footer-account.island.tsx";
import { MobileDrawer } from "#features/site/components/mobile-drawer.island.tsx";
import { ProfileMenu } from "#features/site/components/profile-menu.island.tsx";
import { footerAccountLinks } from "#features/site/navigation.rules.ts";
import { profilePages } from "#features/site/pages.rules.ts";
import { balanceKey, putWallet, type Wallet } from "#features/site/visitor.client.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

let pathname = "/profile";
vi.mock("next/navigation", () => ({ usePathname: () => pathname }));

afterEach(() => cookie.remove("signed-in", { path: "/" }));

function walletOf(availableKopecks: number, heldKopecks = 0, debtKopecks = 0, version = 1) {
  return {
    availableKopecks,
    heldKopecks,
    postedKopecks: availableKopecks + heldKopecks,
    debtKopecks,
    version,
  };
}

function withBalance(balanceRub: number, threshold: string | null) {
  cookie.set("signed-in", "1");
  const settings = {
    sound_on_code: true,
    info_on_active_purchases: true,
    lower_balance_threshold: threshold,
  };
  fakeApi(({ path }) =>
    path === "/users/me"
      ? {
          status: 200,
          body: { id: 3, email: "a@b.test", name: "A", dynamicFields: { custom_price: false, settings } },
        }
      : { status: 200, body: walletOf(Math.round(balanceRub * 100)) },
  );
  renderIsland(<BalanceLine />);
}

test("a balance below the user's threshold is marked in words", async () => {
  withBalance(99.49, "99.50");
  await screen.findByText("low");
  screen.getByText(/99,49/);
});

test.each([[99.5, "99.50"] as const, [0, null] as const])(
  "a balance of %s is not marked below %s",
  async (balance, threshold) => {
    withBalance(balance, threshold);
    await screen.findByText(/,\d\d/);
    expect(screen.queryByText("low")).toBeNull();
  },
);

let client: QueryClient | null = null;
/** The page's store of answers, for what reaches it beside the island. */
function Store() {
  client = useQueryClient();
  return null;
}

/** Somebody without money, with these settings. */
function signedInAs(settings: object) {
  cookie.set("signed-in", "1");
  const me = { id: 3, email: "a@b.test", name: "A", dynamicFields: { custom_price: false, settings } };
  fakeApi(({ path }) => ({ status: 200, body: path === "/users/me" ? me : walletOf(0) }));
}

function signedIn(wallet: () => ReturnType<typeof refusal>) {
  cookie.set("signed-in", "1");
  const me = { id: 3, email: "a@b.test", name: "A" };
  return fakeApi(({ path }) => (path === "/users/me" ? { status: 200, body: me } : wallet()));
}

test("what can be spent, what is held and what is owed are told apart", async () => {
  signedIn(() => ({ status: 200, body: walletOf(150_050, 2_500, 700) }));
  renderIsland(<BalanceLine />);
  await screen.findByText(/1.500,50/);
  expect(screen.getByText("Held").nextElementSibling?.textContent).toMatch(/25,00/);
  expect(screen.getByText("Debt").nextElementSibling?.textContent).toMatch(/7,00/);
});

test("a failing call keeps the last known balance, marks it as old and can be tried again; it never shows 0", async () => {
  let answer: ReturnType<typeof refusal> = { status: 200, body: walletOf(9_900) };
  signedIn(() => answer);
  renderIsland(
    <>
      <Store />
      <BalanceLine />
    </>,
  );
  await screen.findByText(/99,00/);
  answer = refusal(503, "UNAVAILABLE", "away");
  await act(() => client!.refetchQueries({ queryKey: balanceKey }));
  await screen.findByText("not up to date");
  expect(screen.getByText(/99,00/)).toBeTruthy();
  expect(screen.queryByText(/^0,00/)).toBeNull();
  answer = { status: 200, body: walletOf(8_000, 0, 0, 2) };
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText(/80,00/);
  expect(screen.queryByText("not up to date")).toBeNull();
});

test("a balance that was never known is a dash, not 0", async () => {
  signedIn(() => refusal(503, "UNAVAILABLE", "away"));
  renderIsland(<BalanceLine />);
  await screen.findByText("unavailable", {}, { timeout: 5_000 });
  expect(screen.getByText("—")).toBeTruthy();
});

describe("the balance in the header", () => {
  // Loaded for who has an account alone; reading the file takes real time, of which these tests have none.
  beforeAll(() => import("#features/site/components/user-button.island.tsx"));
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const renderHeader = () =>
    renderIsland(
      <>
        <Store />
        <AccountButton isRentOpen />
      </>,
    );

  test("is asked for every 10 s and 90 times at most; coming back to the page begins anew", async () => {
    const requests = signedIn(() => ({ status: 200, body: walletOf(5_000) }));
    const asked = () => requests.filter(({ path }) => path === "/balance").length;
    renderHeader();
    await wait(100);
    expect(asked()).toBe(1);
    await wait(10_000);
    expect(asked()).toBe(2);
    await wait(2_000_000);
    // The first look, and 90 polls.
    expect(asked()).toBe(91);
    await act(async () => void window.dispatchEvent(new Event("focus")));
    await wait(30_000);
    expect(asked()).toBeGreaterThan(93);
  });

  test("shows what is held apart, and a live event moves it at once", async () => {
    signedIn(() => ({ status: 200, body: walletOf(5_000) }));
    renderHeader();
    await wait(100);
    expect(screen.getByText(/^50,00/)).toBeTruthy();
    act(() => putWallet(client!, walletOf(3_600, 1_400, 0, 2)));
    await wait(10);
    expect(screen.getByText(/^36,00/)).toBeTruthy();
    expect(screen.getByText(/14,00.+held/)).toBeTruthy();
  });

  test("an answer that a live event overtook changes nothing", async () => {
    let settle: (wallet: Wallet) => void = () => {};
    let isHeld = false;
    cookie.set("signed-in", "1");
    fakeApi(async ({ path }) => {
      if (path === "/users/me") return { status: 200, body: { id: 3, email: "a@b.test", name: "A" } };
      if (!isHeld) return { status: 200, body: walletOf(5_000) };
      return { status: 200, body: await new Promise<Wallet>((resolve) => (settle = resolve)) };
    });
    renderHeader();
    await wait(100);
    isHeld = true;
    await wait(10_000);
    act(() => putWallet(client!, walletOf(3_600, 1_400, 0, 7)));
    settle(walletOf(5_000, 0, 0, 6));
    await wait(100);
    await waitFor(() => expect(client!.getQueryState(balanceKey)?.fetchStatus).toBe("idle"));
    expect(screen.getByText(/^36,00/)).toBeTruthy();
  });
});

describe("what a guest and a user are offered", () => {
  const guest = () => fakeApi(() => refusal(401, "UNAUTHORIZED", "x"));
  const links = () => screen.getAllByRole("link").map((link) => link.getAttribute("href"));

  test("the header has login and registration for a guest", () => {
    guest();
    renderIsland(<AccountButton isRentOpen />);
    expect(screen.getByRole("link", { name: "Register" }).getAttribute("href")).toBe("/registration");
    expect(new Set(links())).toEqual(new Set(["/authorization", "/registration"]));
  });

  test("the page's end has the doors for a guest and never for who is signed in", async () => {
    guest();
    const { unmount } = renderIsland(<FooterAccount linkClasses="" {...footerAccountLinks} />);
    expect(links()).toEqual(["/authorization", "/registration"]);
    unmount();
    signedIn(() => ({ status: 200, body: walletOf(0) }));
    renderIsland(<FooterAccount linkClasses="" {...footerAccountLinks} />);
    await screen.findByRole("link", { name: "Active numbers" });
    expect(links()).toEqual(["/profile", "/profile/pay", "/profile/settings"]);
  });

  test("a phone's drawer has the doors for a guest and leaves the account's menu to its own button", async () => {
    pathname = "/services";
    guest();
    const { unmount } = renderIsland(
      <MobileDrawer brand="SMS Den" sites={{}} open onOpenChange={() => {}} />,
    );
    await screen.findByRole("link", { name: "Register" });
    const doors = ["/authorization", "/registration"];
    expect(links().filter((href) => doors.includes(String(href)))).toEqual(doors);
    unmount();
    signedIn(() => ({ status: 200, body: walletOf(0) }));
    renderIsland(
      <>
        <MobileDrawer brand="SMS Den" sites={{}} open onOpenChange={() => {}} />
        <FooterAccount linkClasses="" {...footerAccountLinks} />
      </>,
    );
    await screen.findByText("Active numbers");
    const drawer = within(screen.getByRole("dialog"));
    const inDrawer = drawer.getAllByRole("link").map((link) => link.getAttribute("href"));
    expect(inDrawer.filter((href) => /profile|authorization|registration/.test(String(href)))).toEqual([]);
    pathname = "/profile";
  });

  const menuPaths = profilePages.flatMap((page): string[] => ("menu" in page ? [page.path] : []));

  test("the header's menu and the profile's have every page that the manifest gives them, the header topping up first", async () => {
    const entries = menuPaths.filter((path) => path !== "/store");
    signedInAs({ is_agent: true });
    const { unmount } = renderIsland(<ProfileMenu isRentOpen isReadyShopOpen isSoftwareSold />);
    await screen.findByRole("link", { name: "Licence sales" });
    expect(links()).toEqual([...entries, "/partner-program"]);
    unmount();
    renderIsland(<AccountLinks isRentOpen isReadyShopOpen isSoftwareSold />);
    await screen.findByRole("link", { name: "Licence sales" });
    const topUp = "/profile/pay";
    expect(links()).toEqual([topUp, ...entries.filter((path) => path !== topUp), "/partner-program"]);
  });

  test("the menus lead the owner of a store there where ready accounts are offered, and nobody else", async () => {
    cookie.set("signed-in", "1");
    for (const [owner, isReadyShopOpen] of [
      [{ is_store: true }, true],
      [{ is_store: true }, false],
      [{}, true],
    ] as const) {
      const me = { id: 3, email: "a@b.test", name: "A", dynamicFields: { custom_price: false, ...owner } };
      fakeApi(({ path }) => ({ status: 200, body: path === "/users/me" ? me : walletOf(0) }));
      for (const Menu of [ProfileMenu, AccountLinks]) {
        const { unmount } = renderIsland(<Menu isRentOpen isReadyShopOpen={isReadyShopOpen} />);
        await waitFor(() => expect(links()).toContain("/partner-program"));
        await waitFor(() => expect(links().includes("/store")).toBe("is_store" in owner && isReadyShopOpen));
        unmount();
      }
    }
  });

  test("the menus lead a partner to the cabinet", async () => {
    cookie.set("signed-in", "1");
    const me = { id: 3, email: "a@b.test", name: "A", dynamicFields: { is_p: true, custom_price: false } };
    fakeApi(({ path }) => ({ status: 200, body: path === "/users/me" ? me : walletOf(0) }));
    for (const menu of [<ProfileMenu key="profile" isRentOpen />, <AccountLinks key="header" isRentOpen />]) {
      const { unmount } = renderIsland(menu);
      await waitFor(() => expect(links().at(-1)).toBe("/partner"));
      unmount();
    }
  });

  test("the header's menu leads the staff to the desk and nobody else", async () => {
    cookie.set("signed-in", "1");
    for (const staff of [{ is_staff: true }, {}]) {
      const me = { id: 3, email: "a@b.test", name: "A", dynamicFields: { custom_price: false, ...staff } };
      fakeApi(({ path }) => ({ status: 200, body: path === "/users/me" ? me : walletOf(0) }));
      const { unmount } = renderIsland(<AccountLinks isRentOpen />);
      await waitFor(() => expect(links()).toContain("/partner-program"));
      expect(links().includes("/desk")).toBe("is_staff" in staff);
      unmount();
    }
  });

  test.each(["/profile/referral-program", "/profile/referral-program-soft"])(
    "on %s the profile's menu marks the referral programme and nothing else",
    async (path) => {
      pathname = path;
      signedIn(() => ({ status: 200, body: walletOf(0) }));
      renderIsland(<ProfileMenu isRentOpen />);
      await screen.findByRole("link", { name: "Active numbers" });
      const marked = screen
        .getAllByRole("link")
        .filter((link) => link.getAttribute("aria-current") === "page");
      expect(marked.map((link) => link.textContent)).toEqual(["Referral programme"]);
    },
  );

  test.each([
    [true, undefined, true],
    [false, "1", true],
    [false, undefined, false],
  ])(
    "with renting open=%s and the cookie=%s the entry of the rentals is there: %s",
    async (isOpen, kept, isThere) => {
      if (kept) cookie.set("show-rent", kept);
      signedIn(() => ({ status: 200, body: walletOf(0) }));
      renderIsland(<AccountLinks isRentOpen={isOpen} />);
      await screen.findByRole("link", { name: "Active numbers" });
      expect(screen.queryByRole("link", { name: "My rentals" }) !== null).toBe(isThere);
      cookie.remove("show-rent");
    },
  );

  test.each([true, false])(
    "with ready accounts offered=%s the entry of one's accounts is there as they are, and on its own page always",
    async (isOffered) => {
      signedIn(() => ({ status: 200, body: walletOf(0) }));
      const { unmount } = renderIsland(<AccountLinks isRentOpen isReadyShopOpen={isOffered} />);
      await screen.findByRole("link", { name: "Active numbers" });
      expect(screen.queryByRole("link", { name: "My accounts" }) !== null).toBe(isOffered);
      unmount();
      pathname = "/profile/accounts";
      renderIsland(<ProfileMenu isRentOpen isReadyShopOpen={isOffered} />);
      const own = await screen.findByRole("link", { name: "My accounts" });
      expect(own.getAttribute("aria-current")).toBe("page");
      pathname = "/profile";
    },
  );

  test.each([
    [true, true, ["Software", "Licence sales"]],
    [true, false, ["Software"]],
    [false, true, []],
  ])(
    "with software sold=%s an agent=%s is offered %j of what is about licences",
    async (isSold, isAgent, offered) => {
      signedInAs({ is_agent: isAgent });
      renderIsland(<AccountLinks isRentOpen isSoftwareSold={isSold} />);
      await screen.findByRole("link", { name: "Active numbers" });
      const shown = ["Software", "Licence sales"].filter((name) => screen.queryByRole("link", { name }));
      expect(shown).toEqual(offered);
    },
  );
});
