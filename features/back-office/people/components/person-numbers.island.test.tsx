import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { PersonNumbers } from "#features/back-office/people/components/person-numbers.island.tsx";
import type { PersonNumber } from "#features/back-office/people/people.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { type Locale, locales } from "#lib/i18n/locales.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";

const goods = {
  service: { id: 52, code: "tg", name: "Telegram", slug: "telegram", icon: null },
  country: { id: 6, iso2: "ID", name: "Indonesia", slug: "indonesia", icon: "/flags/id.svg" },
};
const order: PersonNumber = {
  ...goods,
  kind: "activation",
  ...{ id: 1, state: "completed", operator: "any", number: "6281234567891" },
  ...{ priceKopecks: 1_250, money: "captured", closeReason: null, wantsMore: false, messagesCount: 1 },
  ...{ requestedAt: "2026-11-21T10:00:00.000Z", expiresAt: "2026-11-21T10:20:00.000Z", secondsLeft: 0 },
  ...{ closedAt: "2026-11-21T10:20:00.000Z", cancellableInSeconds: null, holdSeconds: 1_200 },
};
const rental: PersonNumber = {
  ...goods,
  kind: "rental",
  ...{ id: 2, state: "expired", tab: "received", isFull: false, operator: "telkomsel" },
  ...{ number: "628551234562", hours: 30, priceKopecks: 24_000, money: "captured", closeReason: null },
  ...{ requestedAt: "2026-11-21T09:00:00.000Z", expiresAt: "2026-11-22T15:00:00.000Z", secondsLeft: 0 },
  ...{ closedAt: "2026-11-22T15:00:00.000Z", cancellableForSeconds: null, extendableHours: 0 },
  ...{ messagesCount: 2, callsCount: 0, isForgotten: true },
  extensions: [{ at: "2026-11-21T12:00:00.000Z", priceKopecks: 6_000, hours: 6 }],
};
const user = userEvent.setup();

function show(items: PersonNumber[] = [order, rental], nextBefore: string | null = null, locale?: Locale) {
  const requests = fakeApi(({ path, query }) => ({
    status: 200,
    body: path.endsWith("/goods")
      ? { services: [{ code: "tg", name: "Telegram" }], countries: [{ id: 6, name: "Indonesia" }] }
      : query.before
        ? { items: [{ ...order, id: 7 }], hasMore: false, nextBefore: null }
        : { items, hasMore: nextBefore !== null, nextBefore },
  }));
  renderAtDesk(<PersonNumbers id={5} />, locale);
  return requests;
}

test("the staff see what a user bought and rented, with state, whole price and how many SMS came", async () => {
  const requests = show();
  await screen.findByText("+6281234567891");
  expect(requests.find(({ path }) => path === "/desk/people/5/numbers")?.query).toEqual({});
  const [bought, rented] = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(bought).toMatch(/^Telegram, Indonesia\+6281234567891No\. 1 ·.*12,50.₽1 SMS$/);
  expect(rented).toMatch(
    /^Telegram, Indonesia · telkomsel\+628551234562Rental 2, 1 day 6 hours ·.*300,00.₽2 SMS$/,
  );
});

test("the staff find a user's number by the digits among what they type", async () => {
  const requests = show([]);
  await screen.findByText("No number matches.");
  const digits = screen.getByLabelText<HTMLInputElement>("Number or order");
  await user.type(digits, "+62 (812) a3");
  expect(digits.value).toBe("628123");
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ number: "628123" }));
});

test("the staff narrow a user's numbers to rented or to bought ones", async () => {
  const requests = show();
  await screen.findByText("+6281234567891");
  const kind = screen.getByLabelText("Which numbers");
  await user.selectOptions(kind, "Rented");
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ kind: "rental" }));
  await user.selectOptions(kind, "For SMS");
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ kind: "activation" }));
});

test("the staff narrow a user's numbers to a state and to days in UTC", async () => {
  const requests = show();
  await screen.findByText("+6281234567891");
  await user.selectOptions(screen.getByLabelText("State"), "Refunded");
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ status: "given-back" }));
  await user.type(screen.getByLabelText("From (UTC)"), "2026-11-20");
  await user.type(screen.getByLabelText("To (UTC)"), "2026-11-22");
  await waitFor(() =>
    expect(requests.at(-1)?.query).toEqual({ status: "given-back", from: "2026-11-20", to: "2026-11-22" }),
  );
});

test("the staff narrow a user's numbers to a service and a country that they bought", async () => {
  const requests = show();
  await screen.findByRole("option", { name: "Telegram" });
  await user.selectOptions(screen.getByLabelText("Service"), "Telegram");
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ service: "tg" }));
  await user.selectOptions(screen.getByLabelText("Country"), "Indonesia");
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ service: "tg", country: "6" }));
});

test("the staff see which of a user's numbers were refunded, whatever their state", async () => {
  show([
    { ...order, money: "given-back" },
    { ...rental, state: "canceled", money: "given-back" },
    { ...order, id: 3 },
  ]);
  await screen.findAllByText("+6281234567891");
  const [bought, rented, paid] = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(bought).toContain("Refunded: 12,50");
  expect(rented).toContain("Refunded: 300,00");
  expect(paid).not.toContain("Refunded");
});

test("further numbers of a user come on demand from the place that the page named", async () => {
  const requests = show([order], "a.7");
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(requests.at(-1)?.query).toEqual({ before: "a.7" }));
});

test.each(locales)("a user's numbers at the desk have all their words in %s", async (locale) => {
  const missing = vi.spyOn(console, "error").mockImplementation(() => {});
  show([order, rental], null, locale);
  await screen.findByText("+6281234567891");
  expect(document.body.textContent).not.toMatch(/backOffice|myNumbers|[{}]|undefined/);
  expect(missing).not.toHaveBeenCalled();
});
