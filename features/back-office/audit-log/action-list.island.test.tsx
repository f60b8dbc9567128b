import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ActionList } from "#features/back-office/audit-log/action-list.island.tsx";
import type { ActionLine } from "#features/back-office/audit-log/audit-log.contract.ts";
import { renderAtDesk } from "#features/back-office/render-at-desk.factory.tsx";
import { fakeApi } from "#lib/testing/fake-api.ts";

const line = (id: number, action: string, subject: string, details: ActionLine["details"]): ActionLine => ({
  ...{ id, action, subject, details, ip: "192.0.2.1", at: "2026-11-25T10:00:00.000Z" },
  actor: { id: 7, name: "Anna", email: "anna@example.com" },
});

it("the audit tells what was done in a sentence, with amounts in roubles, shares in percent and the reason", async () => {
  const items = [
    line(3, "withdrawal.approve", "withdrawal:12", { amountKopecks: 50_000, reason: "looks right" }),
    line(2, "something.new", "thing:4", { shareBasisPoints: 1_250 }),
  ];
  fakeApi(() => ({ status: 200, body: { items, hasMore: false } }));
  renderAtDesk(<ActionList />);
  const sentence = await screen.findByText("Withdrawal 12 approved");
  expect(sentence.title).toBe("withdrawal.approve withdrawal:12");
  const row = sentence.closest("li");
  expect(row?.textContent).toContain("anna@example.com");
  expect(row?.textContent).toMatch(/amount: 500,00.₽/);
  expect(row?.textContent).toContain("reason: looks right");
  const other = screen.getByText("something.new thing:4").closest("li");
  expect(other?.textContent).toContain("share: 12,5%");
});

it("what was done from a place without an address says nothing of one", async () => {
  const items = [{ ...line(1, "coupons.create", "batch:2", {}), ip: "" }];
  fakeApi(() => ({ status: 200, body: { items, hasMore: false } }));
  renderAtDesk(<ActionList />);
  const row = (await screen.findByText("anna@example.com")).closest("p");
  expect(row?.textContent).toMatch(/^anna@example\.com[^·]* · [^·]+$/);
});
