import type { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { activationView } from "#features/activations/activation-views.factory.ts";
import { activeNumbersKey, putActivation } from "#features/activations/activations.client.ts";
import type { ActivationView } from "#features/activations/activations.contract.ts";
import { activationStates } from "#features/activations/activations.rules.ts";
import { actionsOf, cardActions } from "#features/activations/card-actions.rules.ts";
import { ActiveNumbers } from "#features/activations/components/active-numbers.island.tsx";
import { setLive } from "#lib/api/live-state.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";
import { renderIsland } from "#lib/testing/render-island.tsx";

const received = activationView({
  state: "received",
  money: "captured",
  cancellableInSeconds: null,
  messages: [
    {
      id: 7,
      sender: "Telegram",
      text: "Telegram code: 482135",
      code: "482135",
      receivedAt: "2026-11-21T10:01:00.000Z",
      late: false,
    },
  ],
});

/** The profile with these numbers; every step a buyer takes lands in `steps`, and the list is read as `numbers` says. */
function show(numbers: ActivationView[]) {
  setLive(true);
  const steps: string[] = [];
  fakeApi(({ method, path }) => {
    if (method !== "POST")
      return { status: 200, body: path === "/activations" ? { activations: numbers } : 100 };
    steps.push(path);
    const number = numbers.find(({ id }) => path.includes(String(id)));
    return { status: 200, body: number };
  });
  const { client } = renderIsland(<ActiveNumbers initial={numbers} rubPerUsd={80} />);
  return { client, steps };
}

const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What happens to a card in the first moments after its purchase. */
const settlings: Record<string, (client: QueryClient) => void | Promise<void>> = {
  "the list is read again": (client) => client.invalidateQueries({ queryKey: activeNumbersKey }),
  "a live event tells of it": (client) => putActivation(client, activationView()),
  "another number is bought": (client) =>
    putActivation(
      client,
      activationView({ id: 100_002, country: { ...activationView().country, name: "Kenya" } }),
    ),
  "another number ends": (client) => putActivation(client, activationView({ id: 99, state: "cancelled" })),
  "its operator becomes known": (client) => putActivation(client, activationView({ operator: "telkomsel" })),
};

describe("the buttons of a fresh card", () => {
  it.each(Object.entries(settlings))("stay as they are, and act, when %s", async (_what, settle) => {
    const { client, steps } = show([activationView()]);
    const buttons = () =>
      within(document.querySelector("article[aria-label='Telegram, Indonesia']")!).getAllByRole("button");
    const before = buttons();
    expect(before.map((button) => button.textContent)).toContain("Cancel, get 12,50\u00a0₽ back");
    // The page's clock beats once a second: what comes now is newer than its last beat.
    await passed(20);
    await act(async () => {
      await settle(client);
      await passed(20);
    });
    expect(buttons()).toEqual(before);
    for (const [index, button] of buttons().entries()) expect(button).toBe(before[index]);
    expect(before.filter((button) => (button as HTMLButtonElement).disabled)).toEqual([]);
    act(() => before.at(-2)!.click());
    await waitFor(() => expect(steps).toEqual(["/activations/100001/cancel"]));
  });

  it("are other ones where they mean something else: no press meant for one step takes another", async () => {
    const { client } = show([activationView()]);
    const cancel = screen.getByRole("button", { name: /^Cancel/ });
    const report = screen.getByRole("button", { name: "Number is blocked" });
    act(() => putActivation(client, received));
    await screen.findByRole("button", { name: "Finish" });
    expect(cancel.isConnected).toBe(false);
    expect(report.isConnected).toBe(false);
  });
});

describe("what can be pressed on a card", () => {
  const inStates = activationStates.flatMap((state): [string, ActivationView][] => [
    [`is ${state}, without a message`, activationView({ state })],
    [`is ${state}, with one`, { ...received, state }],
  ]);
  const cards: Record<string, ActivationView> = {
    ...Object.fromEntries(inStates),
    "is not known yet": activationView({ state: "requested", number: null }),
    "waits for one more code": { ...received, wantsMore: true },
  };

  it.each(Object.entries(cards))(
    "is named in the list of its actions when the number %s",
    (_what, number) => {
      show([number]);
      const buttons = within(screen.getByRole("article")).queryAllByRole("button");
      const names = new Set(buttons.map((button) => button.dataset.action ?? button.outerHTML));
      expect([...names].sort()).toEqual(actionsOf(number).toSorted());
    },
  );

  it("is seen on one of these cards, each action of the list", () => {
    const seen = new Set(Object.values(cards).flatMap(actionsOf));
    expect(cardActions.filter((name) => !seen.has(name))).toEqual([]);
  });
});
