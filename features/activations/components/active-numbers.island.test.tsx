import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useToasts } from "#components/ui/toasts.ts";
import { activationView } from "#features/activations/activation-views.factory.ts";
import { activeNumbersKey, putActivation } from "#features/activations/activations.client.ts";
import type { ActivationView, MessageView } from "#features/activations/activations.contract.ts";
import { ActiveNumbers } from "#features/activations/components/active-numbers.island.tsx";
import { useFreshOrder } from "#features/activations/fresh-order.client.ts";
import { SupportFrame } from "#features/site/components/support.island.tsx";
import { setLive } from "#lib/api/live-state.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const user = userEvent.setup();

const code: MessageView = {
  id: 7,
  sender: "Telegram",
  text: "Telegram code: 482135",
  code: "482135",
  receivedAt: "2026-11-21T10:01:00.000Z",
  late: false,
};

const stampedNow = (number: ActivationView) => ({ ...number, receivedAtMs: 0 });
const received = activationView({
  state: "received",
  money: "captured",
  messages: [code],
  cancellableInSeconds: null,
});

function show(initial: ActivationView[] | null, locale: Locale = "en") {
  return renderIsland(
    <SupportFrame email="help@shop.example">
      <ActiveNumbers initial={initial} rubPerUsd={80} />
    </SupportFrame>,
    locale,
  );
}

beforeEach(() => {
  setLive(true);
  document.title = "Active numbers";
  useToasts.setState({ list: [] });
});

describe("active numbers", () => {
  it("says of a charged number whose price the staff refunded that it is refunded, and promises no more", () => {
    show([{ ...received, money: "given-back" }]);
    expect(screen.getByText("Refunded:").parentElement?.textContent).toMatch(
      /^Refunded:12,50\u00a0₽ \$0,16$/,
    );
    expect(screen.getByRole("timer").textContent).not.toContain("refunded automatically");
  });

  it("shows the number in groups, the clock in words and the refund on the cancel button", () => {
    // The clock stands still while the page is drawn, however long that takes.
    vi.spyOn(performance, "now").mockReturnValue(performance.now());
    show([activationView()]);
    screen.getByText("+62 812 3456 7890");
    expect(screen.getByRole("timer").textContent).toBe("14:05 left, then refunded automatically");
    screen.getByText("Waiting for SMS");
    screen.getByRole("button", { name: "Cancel, get 12,50\u00a0₽ back" });
    screen.getByRole("button", { name: "Number is blocked" });
  });

  it("have a way to the support with the order named, whether they run or have ended", () => {
    show([
      activationView(),
      activationView({
        id: 100_002,
        state: "expired",
        money: "given-back",
        closedAt: "2026-11-21T10:20:00.000Z",
      }),
    ]);
    const asked = screen.getAllByRole("link", { name: "Help with this number" });
    expect(asked.map((link) => link.getAttribute("href"))).toEqual([
      "mailto:help@shop.example?subject=Order%20100001%3A%20Telegram%2C%20Indonesia",
      "mailto:help@shop.example?subject=Order%20100002%3A%20Telegram%2C%20Indonesia",
    ]);
  });

  it("give the focus to the one that was bought a moment ago, once it is there, and to no other", async () => {
    useFreshOrder.setState({ orderId: 100_002 });
    const { client } = show([activationView()]);
    expect(document.activeElement).toBe(document.body);
    act(() =>
      client.setQueryData(
        activeNumbersKey,
        [activationView({ id: 100_002 }), activationView()].map(stampedNow),
      ),
    );
    await waitFor(() => expect(document.activeElement?.id).toBe("number-100002"));
    expect(useFreshOrder.getState().orderId).toBeNull();
  });

  it("brings a live code to the top and copies it with one tap", async () => {
    const { client } = show([
      activationView({ id: 2, requestedAt: "2026-11-21T10:00:30.000Z" }),
      activationView(),
    ]);
    act(() => putActivation(client, received));
    const copy = await screen.findByRole("button", { name: "Copy code 482135" });
    const [top] = screen.getAllByRole("article");
    expect(within(top!).getByText("482")).toBeTruthy();
    await user.click(copy);
    expect(await navigator.clipboard.readText()).toBe("482135");
    await within(copy).findByText("Text copied");
    within(top!).getByRole("button", { name: "One more code" });
    within(top!).getByRole("button", { name: "Finish" });
    expect(within(top!).queryByRole("button", { name: /Cancel/ })).toBeNull();
  });

  it("cancels and shows the refund as a line with amount and reason", async () => {
    const requests = fakeApi((request) =>
      request.path.endsWith("/cancel")
        ? {
            status: 200,
            body: activationView({
              state: "cancelled",
              money: "given-back",
              closedAt: "2026-11-21T10:02:00.000Z",
              cancellableInSeconds: null,
            }),
          }
        : { status: 200, body: 100 },
    );
    show([activationView()]);
    await user.click(screen.getByRole("button", { name: /Cancel/ }));
    await screen.findByText("Refunded:");
    screen.getByText("you cancelled the number");
    screen.getByRole("heading", { name: "Ended recently" });
    screen.getByText("No active numbers");
    expect(requests[0]).toMatchObject({ method: "POST", path: "/activations/100001/cancel" });
  });

  it("reads the list again when a step came too late", async () => {
    fakeApi((request) =>
      request.path.endsWith("/cancel")
        ? refusal(409, "BAD_STATUS", "This is no longer possible for this number")
        : { status: 200, body: { activations: [received] } },
    );
    show([activationView()]);
    await user.click(screen.getByRole("button", { name: /Cancel/ }));
    await screen.findByRole("button", { name: "Copy code 482135" });
  });

  it("says how long cancelling is locked, and sends nothing until then", async () => {
    const requests = fakeApi(() => ({ status: 200, body: {} }));
    show([activationView({ cancellableInSeconds: 120 })]);
    await user.click(screen.getByRole("button", { name: /Cancel in 1[12]\d s/ }));
    expect(requests).toEqual([]);
  });

  it("says what to do next when there is nothing", () => {
    show([]);
    screen.getByText("No active numbers");
    expect(screen.getByRole("link", { name: "Choose a number" }).getAttribute("href")).toBe("/");
  });

  it("keeps its place while loading, and on failure says so with request id and retry", async () => {
    let isBroken = true;
    fakeApi(() =>
      isBroken
        ? refusal(503, "UNAVAILABLE", "Briefly unavailable")
        : { status: 200, body: { activations: [activationView()] } },
    );
    show(null);
    screen.getByRole("status", { name: "Loading" });
    await screen.findByText("Your numbers could not be loaded");
    screen.getByText("Briefly unavailable");
    isBroken = false;
    await user.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("+62 812 3456 7890");
  });

  it("shows 200 numbers, a card for each", () => {
    show(Array.from({ length: 200 }, (_, index) => activationView({ id: index + 1 })));
    expect(document.querySelectorAll("article").length).toBe(200);
  }, 20_000);

  it("treats what an SMS says as text", () => {
    const evil: MessageView = {
      ...code,
      sender: "<b>x</b>",
      text: "<img src=x onerror=alert(1)> {x, select, a {b}}",
    };
    show([activationView({ ...received, messages: [evil] })]);
    screen.getByText("<img src=x onerror=alert(1)> {x, select, a {b}}");
    expect(document.querySelector("img[onerror]")).toBeNull();
  });

  it.each(locales)("has all its words in %s", (locale) => {
    const missing = vi.spyOn(console, "error").mockImplementation(() => {});
    show(
      [
        activationView(),
        activationView({
          ...received,
          id: 2,
          wantsMore: true,
          messages: [code, { ...code, id: 8, code: null, late: true }],
        }),
        ...(["requested", "unknown"] as const).map((state, index) =>
          activationView({ id: 10 + index, state, number: null }),
        ),
        ...(["completed", "cancelled", "expired", "banned", "failed"] as const).map((state, index) =>
          activationView({
            id: 20 + index,
            state,
            money: state === "completed" ? "captured" : "given-back",
            closedAt: "2026-11-21T10:02:00.000Z",
          }),
        ),
      ],
      locale,
    );
    expect(document.body.textContent).not.toMatch(/activations\.profile|\bui\./);
    expect(missing).not.toHaveBeenCalled();
  });
});
