import type { ActivationView } from "#features/activations/activations.contract.ts";

/** An order of Telegram in Indonesia as its buyer sees it: it waits, and its price is held; `wish` says what is otherwise. */
export function activationView(wish: Partial<ActivationView> = {}): ActivationView {
  return {
    ...{ id: 100_001, state: "waiting", operator: "any", number: "6281234567890", priceKopecks: 1_250 },
    service: { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null },
    country: { id: 6, iso2: "ID", name: "Indonesia", slug: "indonesia", icon: "/flags/id.svg" },
    ...{ money: "held", closeReason: null, closedAt: null, wantsMore: false, messages: [] },
    ...{ requestedAt: "2026-11-21T10:00:00.000Z", expiresAt: "2026-11-21T10:20:00.000Z" },
    ...{ secondsLeft: 845, cancellableInSeconds: 0, holdSeconds: 1_200 },
    ...wish,
  };
}
