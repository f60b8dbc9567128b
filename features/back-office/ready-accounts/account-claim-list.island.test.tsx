import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { AccountClaimList } from "#features/back-office/ready-accounts/account-claim-list.island.tsx";
import type { AccountClaimView } from "#features/back-office/ready-accounts/account-claims.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { fakeApi, refusal } from "#lib/testing/fake-api.ts";
import { skeletonOf } from "#lib/testing/markup.ts";
import { xssPayloads } from "#lib/testing/xss-payloads.ts";

const user = userEvent.setup();
const HOSTILE = `<img src=x onerror="alert(1)"> ${"long ".repeat(60)}`;
const at = "2026-11-25T10:00:00.000Z";
const person = { id: 9, name: "Buyer", email: "buyer@example.com" };
const claim: AccountClaimView = {
  ...{ id: 5, state: "open", user: person, orderId: 700_000_001, place: 2, text: HOSTILE },
  offer: { id: 17, name: "Telegram, aged" },
  service: { name: "Telegram", icon: null },
  country: { name: "Indonesia", icon: "/icons/flags/x.svg" },
  ...{ priceKopecks: 1_050, availableCount: 3, buyerClaims: 4, buyerAccounts: 1_200 },
  ...{ deliveredAt: at, claimedAt: at, dueAt: at, decidedAt: null, decidedBy: null },
  ...{ reason: null, refundKopecks: null, seller: null, objection: null },
};

function show(items: AccountClaimView[] | null, { mayDecide = true, locale = "en" as Locale } = {}) {
  const requests = fakeApi(({ method }) => {
    if (method !== "GET") return { status: 200, body: { state: "replaced", refundKopecks: null } };
    return items
      ? { status: 200, body: { items, hasMore: false } }
      : refusal(500, "INTERNAL", "Something broke");
  });
  const { container } = renderAtDesk(<AccountClaimList mayDecide={mayDecide} />, locale);
  return { container, requests };
}

test("a claim is shown with the buyer's words as text, what they have claimed before, and until when it waits", async () => {
  const { container } = show([claim], { mayDecide: false });
  await screen.findByText("Telegram, aged");
  expect(container.querySelector("img[onerror]")).toBeNull();
  expect(container.textContent).toContain(HOSTILE.trim());
  expect(container.textContent).toContain("claims: 4 · accounts bought: 1\u00a0200");
  expect(container.textContent).toContain("No. 700000001, account 2");
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
});

test("two hundred claims that would run a script stay texts at the desk", async () => {
  const shown = async (words: (payload: string) => string) => {
    const claims = xssPayloads.map((payload, id) => ({
      ...{ ...claim, id, text: words(payload), objection: words(payload), reason: words(payload) },
      ...{ offer: { id: 17, name: words(payload) }, state: "refused" as const, decidedAt: at },
      ...{ decidedBy: { ...person, name: words(payload) }, seller: { ...person, name: words(payload) } },
    }));
    const { container } = show(claims);
    await eventually(() => expect(container.querySelectorAll("dl")).toHaveLength(200));
    return skeletonOf(container.querySelector("ul")!);
  };
  const hostile = await shown((payload) => payload);
  expect(hostile.length).toBeGreaterThan(2_000);
  expect(hostile).toEqual(await shown(() => "words"));
});

test.each([
  ["Accept", "accept", 3, /another account of the offer/],
  ["Accept", "accept", 0, /None is left/],
  ["Refuse", "refuse", 3, /The buyer reads the reason/],
])(
  "%s says before it is done what the buyer gets (%s, %i left)",
  async (button, decision, availableCount, warning) => {
    const { requests } = show([{ ...claim, availableCount }]);
    await user.click(await screen.findByRole("button", { name: button }));
    const dialog = within(await screen.findByRole("dialog"));
    dialog.getByText(warning);
    await user.type(dialog.getByLabelText("Reason (shown to the user)"), "so it is");
    await user.click(dialog.getByRole("button", { name: button }));
    await eventually(() =>
      expect(
        requests.filter(({ method }) => method === "POST").map(({ path, body }) => [path, body]),
      ).toEqual([["/desk/ready-accounts/claims/5/decide", { decision, reason: "so it is" }]]),
    );
  },
);

test("what was decided says by whom and why, or that nobody did in time, and offers no decision", async () => {
  const decided = { ...claim, decidedAt: at, text: "closed" };
  show([
    { ...decided, state: "refunded", refundKopecks: 1_050 },
    {
      ...decided,
      id: 6,
      state: "refused",
      decidedBy: { ...person, email: "staff@example.com" },
      reason: "It works.",
    },
  ]);
  const [first, second] = await screen.findAllByRole("listitem");
  expect(first?.textContent).toMatch(/Decided bynobody in time.*Refunded10,50/);
  expect(second?.textContent).toMatch(/Decided bystaff@example\.com.*It works\./);
  expect(screen.queryByRole("button", { name: /Accept|Refuse/ })).toBeNull();
});

test("no claims, and claims that cannot be read, say so", async () => {
  show([]);
  await screen.findByText("No claims here.");
  show(null);
  await screen.findByRole("button", { name: "Retry" });
});

test.each(locales)("the claims are in the words of %s", async (locale) => {
  const { container } = show([{ ...claim, text: "closed" }], { locale });
  await screen.findByText("Telegram, aged");
  expect(container.textContent).not.toMatch(/backOffice\.|accountClaims\.|\{/);
});
