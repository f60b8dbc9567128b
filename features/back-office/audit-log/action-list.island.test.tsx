import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ActionList } from "#features/back-office/audit-log/action-list.island.tsx";
import type { ActionLine } from "#features/back-office/audit-log/audit-log.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import type { Locale } from "#lib/i18n/locales.ts";
import { fakeApi } from "#lib/testing/fake-api.ts";

const line = (id: number, action: string, subject: string, details: ActionLine["details"]): ActionLine => ({
  ...{ id, action, subject, details, names: {}, ip: "192.0.2.1", at: "2026-11-25T10:00:00.000Z" },
  actor: { id: 7, name: "Anna", email: "anna@example.com" },
});

const show = (items: ActionLine[], locale: Locale = "en") => {
  const requests = fakeApi(() => ({ status: 200, body: { items, hasMore: false } }));
  renderAtDesk(<ActionList />, locale);
  return requests;
};
/** What stands below a sentence: each fact with its value. */
const factsBelow = (sentence: HTMLElement) =>
  [...(sentence.closest("li")?.querySelectorAll("dt") ?? [])].map((name) => [
    name.textContent,
    name.nextElementSibling?.textContent?.replaceAll("\u00a0", " "),
  ]);

it("the audit tells what was done in a sentence, with facts in words, amounts in roubles and shares in percent", async () => {
  const details = { amountKopecks: 50_000, isForTwo: true, reason: "looks right", providerNote: null };
  show([
    line(3, "withdrawal.approve", "withdrawal:12", details),
    line(2, "something.new", "thing:4", {
      shareBasisPoints: 1_250,
      basisPoints: 300,
      newFact: "as recorded",
    }),
    {
      ...line(1, "price.agree", "user:9", { service: "tg", countryId: 6, priceKopecks: 1_400 }),
      names: { service: "Telegram", countryId: "Indonesia" },
    },
  ]);
  const sentence = await screen.findByText("Withdrawal 12 approved");
  expect(sentence.title).toBe("withdrawal.approve withdrawal:12");
  expect(sentence.closest("li")?.textContent).toContain("anna@example.com");
  expect(factsBelow(sentence)).toEqual([
    ["Amount", "500,00 ₽"],
    ["Needs a second person", "Yes"],
    ["Reason", "looks right"],
  ]);
  expect(factsBelow(screen.getByText("something.new thing:4"))).toEqual([
    ["Share", "12,5%"],
    ["Share", "3%"],
    ["newFact", "as recorded"],
  ]);
  expect(factsBelow(screen.getByText("Price agreed with user 9"))).toEqual([
    ["Service", "Telegram"],
    ["Country", "Indonesia"],
    ["Price", "14,00 ₽"],
  ]);
});

it("facts of an action are called by the reader's language, and by nothing of the code", async () => {
  show([line(3, "withdrawal.approve", "withdrawal:12", { amountKopecks: 50_000, userId: 8 })], "ru");
  const sentence = await screen.findByText(/12/, { selector: "[title]" });
  expect(factsBelow(sentence)).toEqual([
    ["Сумма", "500,00 ₽"],
    ["Пользователь", "8"],
  ]);
});

it("roles, permissions, states and kinds are told in the desk's words, and an unknown one as it was recorded", async () => {
  show([
    line(5, "user.give-role", "user:9", { role: "store" }),
    line(4, "staff.set", "user:7", { before: "support", after: "money-lead" }),
    line(3, "review.approve", "review:2", { state: "approved" }),
    line(2, "correction.propose", "correction:6", { kind: "debt_write_off" }),
    line(1, "review.reject", "review:1", { state: "eaten" }),
  ]);
  const factsOf = (sentence: string) => factsBelow(screen.getByText(sentence));
  await screen.findByText("Role granted to user 9");
  expect(factsOf("Role granted to user 9")).toEqual([["Role", "Store owner"]]);
  expect(factsOf("Staff permission of user 7 changed")).toEqual([
    ["Before", "Support"],
    ["After", "Lead"],
  ]);
  expect(factsOf("Review 2 approved")).toEqual([["State", "Shown"]]);
  expect(factsOf("Correction 6 proposed")).toEqual([["Kind", "Debt written off"]]);
  expect(factsOf("Review 1 rejected")).toEqual([["State", "eaten"]]);
});

it("the list is filtered by one of the actions that exist, and by a subject in any script", async () => {
  const requests = show([]);
  const actions = screen.getByLabelText("Action");
  expect(within(actions).getAllByRole("option").length).toBeGreaterThan(60);
  fireEvent.change(actions, { target: { value: "accountOffer.putOnSale" } });
  within(actions).getByRole("option", { name: "Account offer … put on sale", selected: true });
  const subject = screen.getByLabelText<HTMLInputElement>("Subject (payment:100017)");
  fireEvent.change(subject, { target: { value: "site: почта.рф%" } });
  expect(subject.value).toBe("site:почта.рф");
  await waitFor(() =>
    expect(requests.at(-1)?.query).toMatchObject({
      action: "accountOffer.putOnSale",
      subject: "site:почта.рф",
    }),
  );
});

it("what was done from a place without an address says nothing of one", async () => {
  const items = [{ ...line(1, "coupons.create", "batch:2", {}), ip: "" }];
  show(items);
  const row = (await screen.findByText("anna@example.com")).closest("p");
  expect(row?.textContent).toMatch(/^anna@example\.com[^·]* · [^·]+$/);
});
